import { describe, expect, test } from 'vitest';
import { decided, nothing, now, type Outcome, refusalOf, stored } from '../../../../test/support/decisions.js';
import { Concealed } from '../../../kernel/base/concealed.js';
import { refuseNow } from '../../../kernel/base/refusal.js';
import { describeCard } from '../../core/cards/card-input.js';
import { customer } from '../../customers/customers/customer.js';
import { attach, attachAnswered, create, detach, update } from './index.js';
import { paymentMethod } from './payment-method.js';
import { card_names, cardByName, numberOfToken } from './test-names.js';

const of_visa = { type: 'card', card: { exp_month: 12, exp_year: 2034, last4: '4242', brand: 'visa' } } as const;
const visa = stored(paymentMethod, of_visa);
const attached = stored(paymentMethod, { ...of_visa, customer: 'cus_1' });

const blank = stored(paymentMethod);

const made = (input: object, livemode = false): Outcome => decided(create, { it: blank, input }, { livemode });
const card = (changes: object = {}): object => ({
  type: 'card',
  card: { number: new Concealed('4242424242424242'), exp_month: 12, exp_year: 2034, ...changes },
});

describe('create', () => {
  test('a card is described by what may be seen of it; its number goes to the vault, its code nowhere', () => {
    const { set, sealed } = made(card({ cvc: new Concealed('987') }));
    expect(set).toMatchObject({
      type: 'card',
      card: {
        brand: 'visa',
        last4: '4242',
        funding: 'credit',
        country: 'US',
        checks: { cvc_check: 'unchecked' },
        fingerprint: 'fingerprint',
      },
    });
    expect(Object.keys(sealed[blank.id] ?? {})).toEqual(['number']);
    expect(sealed[blank.id]?.number?.reveal()).toBe('4242424242424242');
    expect(JSON.stringify(set)).not.toMatch(/424242424242|987/);
  });

  test('a token is a card that expires the year after next, unless something else is said', () => {
    expect(made({ type: 'card', card: { token: 'tok_visa' } }).set).toMatchObject({ card: { exp_month: 12, exp_year: 2032 } });
    expect(made({ type: 'card', card: { token: 'tok_visa', exp_year: 2031 } }).set).toMatchObject({ card: { exp_year: 2031 } });
  });

  test('a token is nothing in live mode, and an unknown one nowhere', () => {
    const refuse = expect.objectContaining({ code: 'resource_missing', status: 400, param: 'card[token]' });
    for (const outcome of [
      made({ type: 'card', card: { token: 'tok_visa' } }, true),
      made({ type: 'card', card: { token: 'tok_toString' } }),
    ])
      expect(outcome).toEqual({ ...nothing, refuse });
  });

  test('a debit is described by its country, bank and last digits', () => {
    const { set, sealed } = made({ type: 'sepa_debit', sepa_debit: { iban: new Concealed('DE89370400440532013000') } });
    expect(set).toMatchObject({ sepa_debit: { bank_code: '37040044', country: 'DE', last4: '3000' } });
    expect(sealed[blank.id]?.number?.reveal()).toBe('DE89370400440532013000');
  });

  test('a wallet has nothing to hide', () => {
    expect(made({ type: 'gcash', metadata: { a: '1' } })).toEqual({
      ...nothing,
      set: { type: 'gcash', billing_details: {}, metadata: { a: '1' }, gcash: {} },
      sealed: { [blank.id]: {} },
    });
  });

  test.each([
    [card({ number: undefined }), 'parameter_missing', 'card[number]'],
    [card({ exp_month: undefined }), 'parameter_missing', 'card[exp_month]'],
    [card({ exp_year: undefined }), 'parameter_missing', 'card[exp_year]'],
    [card({ exp_month: 0 }), 'invalid_expiry_month', 'card[exp_month]'],
    [card({ exp_month: 5, exp_year: 2030 }), 'invalid_expiry_month', 'card[exp_month]'],
    [card({ exp_year: 2029 }), 'invalid_expiry_year', 'card[exp_year]'],
    [card({ exp_year: 2081 }), 'invalid_expiry_year', 'card[exp_year]'],
    [card({ cvc: new Concealed('1234') }), 'invalid_cvc', 'card[cvc]'],
    [card({ number: new Concealed('4242424242424241') }), 'incorrect_number', 'card[number]'],
    [{ type: 'sepa_debit', sepa_debit: { iban: new Concealed('DE89370400440532013001') } }, 'parameter_invalid', 'sepa_debit[iban]'],
    [{ type: 'card' }, 'parameter_missing', 'card'],
  ])('in June 2030, refuses %j with %s', (input, code, param) => {
    expect(made(input)).toEqual({ ...nothing, refuse: expect.objectContaining({ code, param }) });
  });

  test('a card is good to the end of its month; a year may have two digits', () => {
    expect(made(card({ exp_month: 6, exp_year: 2030 })).set).toMatchObject({ card: { exp_month: 6, exp_year: 2030 } });
    expect(made(card({ exp_year: 34 })).set).toMatchObject({ card: { exp_year: 2034 } });
  });
});

describe('attach and detach', () => {
  const attaching = (it: typeof visa): Outcome => decided(attach, { it, input: { customer: 'cus_1' } });
  const detaching = (it: typeof visa, owner: object | null): Outcome => decided(detach, { it, customer: owner });

  test('a free method is attached, with its event; a card once its issuer allows it', () => {
    const wallet = stored(paymentMethod, { type: 'alipay' });
    expect(attaching(wallet)).toEqual({ ...nothing, set: { customer: 'cus_1' }, tell: 'payment_method.attached' });
    expect(attaching(visa)).toMatchObject({ set: {}, ask: [{ verb: 'set_up', subject: visa.id, customer: 'cus_1' }] });
    const answered = (answer: object): Outcome =>
      decided(attachAnswered, { it: visa, answer, asked: { attempt: 'matt_1', customer: 'cus_1' } });
    expect(answered({ result: 'approved' })).toEqual({ ...nothing, set: { customer: 'cus_1' }, tell: 'payment_method.attached' });
    const declined = answered({ result: 'declined', code: 'card_declined' });
    expect([declined.set, declined.report]).toMatchObject([{}, { code: 'card_declined' }]);
  });

  test('to the same customer again is no change; to another is refused', () => {
    expect(attaching(attached)).toEqual(nothing);
    const refuse = expect.objectContaining({ code: 'payment_method_customer_mismatch' });
    expect(attaching(stored(paymentMethod, { ...of_visa, customer: 'cus_2' }))).toEqual({ ...nothing, refuse });
  });

  test('detached, it is the default of its customer no more', () => {
    const owner = stored(customer, { invoice_settings: { default_payment_method: attached.id } });
    expect(detaching(attached, owner)).toEqual({
      ...nothing,
      set: { customer: null, detached_at: now },
      tell: 'payment_method.detached',
      also: [{ id: owner.id, set: { invoice_settings: { default_payment_method: null } } }],
    });
  });

  test('another default stays; a deleted customer is not changed', () => {
    const owner = stored(customer, { invoice_settings: { default_payment_method: 'pm_2' } });
    for (const each of [owner, null]) expect(detaching(attached, each).also).toEqual([]);
  });

  test('a free method cannot be detached', () => {
    const refuse = expect.objectContaining({ code: 'payment_method_unexpected_state' });
    expect(detaching(visa, null)).toEqual({ ...nothing, refuse });
  });
});

test('only a card has a date of expiry to update', () => {
  const input = { card: { exp_month: 1, exp_year: 2040 } };
  expect(decided(update, { it: visa, input })).toEqual({ ...nothing, set: input });
  const refuse = expect.objectContaining({ code: 'parameter_invalid', param: 'card' });
  expect(decided(update, { it: stored(paymentMethod, { type: 'gcash' }), input })).toEqual({ ...nothing, refuse });
});

describe('test names', () => {
  test.each([...card_names])('%s is a valid card, and so is its token', (name) => {
    const { set, vault } = cardByName(name, { now, fingerprint: () => 'fingerprint' });
    expect(set).toMatchObject({ type: 'card', card: { exp_year: 2032 } });
    expect(numberOfToken(name.replace('pm_card_', 'tok_'))?.reveal()).toBe(vault.number.reveal());
  });
});

test.each([
  ['4242424242424242', 'visa', 3],
  ['5555555555554444', 'mastercard', 3],
  ['2223003122003222', 'mastercard', 3],
  ['378282246310005', 'amex', 4],
  ['6011111111111117', 'discover', 3],
  ['3056930009020004', 'diners', 3],
  ['36227206271667', 'diners', 3],
  ['3566002020360505', 'jcb', 3],
  ['6200000000000005', 'unionpay', 3],
  ['6205500000000000004', 'unionpay', 3],
])('%s is of %s, whose code has %d digits', (number, brand, digits) => {
  const described = (cvc: string): object =>
    describeCard({ number: new Concealed(number), exp_month: 12, exp_year: 2034 }, new Concealed(cvc), 'card', {
      now,
      fingerprint: () => 'fingerprint',
      refuse: refuseNow,
    });
  expect(described('1'.repeat(digits))).toMatchObject({ card: { brand, last4: number.slice(-4), networks: { available: [brand] } } });
  expect(refusalOf(() => described('1'.repeat(7 - digits)))).toEqual({ code: 'invalid_cvc', param: 'card[cvc]' });
});
