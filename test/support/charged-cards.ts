import { expect } from 'vitest';
import type { Answer, ChargeAsk } from '../../src/processors/contract.js';
import { sandbox } from '../../src/processors/sandbox/sandbox.js';
import { asking, chargeAsk, numbered } from './sandbox-asks.js';

/** An ask to charge a card. */
export const cardAsk = (number: string, changes: Partial<ChargeAsk> = {}, cvc: string | null = '123'): ChargeAsk =>
  chargeAsk({ ...numbered(number, cvc), ...changes });

/** The sandbox's answer to it. */
export const charge = (number: string, changes: Partial<ChargeAsk> = {}, cvc: string | null = '123'): Answer =>
  sandbox.charge(cardAsk(number, changes, cvc), asking);

const normal = { level: 'normal', score: expect.toSatisfy((score) => score >= 5 && score <= 60) };

/** An ordinary approval. */
export const approved = (rest: object = {}): object => ({
  result: 'approved',
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  authenticated: false,
  details: expect.objectContaining({ authorization_code: expect.stringMatching(/^[A-P]{6}$/) }),
  fee: 59,
  risk: normal,
  ...rest,
});

/** A refusal. */
export const declined = (code: string, decline_code?: string): object => ({
  result: 'declined',
  code,
  ...(decline_code && { decline_code }),
  risk: normal,
});

/** A card with other details. */
export const of_type = (number: string, more: object): ChargeAsk['payment_method'] => ({ ...numbered(number).payment_method, ...more });

/** The rows that are not simply approved; written out again, so that a mistake in the table shows. */
export const special = {
  declined: {
    '4000000000000002': ['card_declined', 'generic_decline'],
    '4000000000009995': ['card_declined', 'insufficient_funds'],
    '4000000000009987': ['card_declined', 'lost_card'],
    '4000000000009979': ['card_declined', 'stolen_card'],
    '4000000000006975': ['card_declined', 'card_velocity_exceeded'],
    '4000000000000341': ['card_declined', 'generic_decline'],
    '4000000000000069': ['expired_card', undefined],
    '4000000000000119': ['processing_error', undefined],
    '4000000000000127': ['incorrect_cvc', undefined],
    '4242424242424241': ['incorrect_number', undefined],
    '4000008400001280': ['card_declined', 'processing_error'],
  },
  checked: {
    '4000000000000101': { cvc_check: 'fail' },
    '4000000000000036': { address_postal_code_check: 'fail' },
    '4000000000000028': { address_line1_check: 'fail' },
    '4000000000000010': { address_line1_check: 'fail', address_postal_code_check: 'fail' },
    '4000000000000044': { address_line1_check: 'unavailable', address_postal_code_check: 'unavailable' },
  },
  asking: [
    ...['4000002500003155', '4000002760003184', '4000003800000446', '4000008260003178'],
    ...['4000000000003220', '4000008400000027', '4000000000003063', '4000000000003238', '4000000000003246', '4000000000003253'],
    ...['4000582600000094', '4000582600000045', '4000582600000102', '4000582600000110', '4000008400001629'],
  ],
  frictionless: ['4000000032200000'],
  risky: {
    '4100000000000019': 'highest',
    '4000000000004954': 'highest',
    '4000000000009235': 'elevated',
    '4000058400307872': 'elevated',
    '4000058400306072': 'elevated',
  },
  disputed: {
    '4000000000000259': [false, 'fraudulent'],
    '6026507838377928': [false, 'fraudulent'],
    '4000000404000079': [false, 'fraudulent'],
    '4000000404000038': [false, 'fraudulent'],
    '4000000001000043': [false, 'fraudulent'],
    '4000000404004816': [false, 'fraudulent'],
    '4000000404005649': [false, 'fraudulent'],
    '5105000300000018': [false, 'fraudulent'],
    '4000000000002685': [false, 'product_not_received'],
    '4000008400000779': [false, 'noncompliant'],
    '5105008400000002': [false, 'noncompliant'],
    '4000000000001976': [true, 'general'],
  },
  available_at_once: ['4000000000000077', '4000003720000278'],
  warned: ['4000000000005423'],
  refunded_otherwise: ['4000000000007726', '4000000000005126'],
} as const;
