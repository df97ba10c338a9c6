import { expect } from 'vitest';
import { home } from '../support/issued.js';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const person = {
  name: 'Jenny Rosen',
  email: 'jenny.rosen@example.com',
  phone_number: '+18008675309',
  status: 'active',
  type: 'individual',
  individual: { first_name: 'Jenny', last_name: 'Rosen', dob: { day: 1, month: 11, year: 1981 } },
  billing: { address: home },
} as const;

forEachSdk('$name: a cardholder is created, updated, retrieved and listed', async (sdk) => {
  const stripe = connect(sdk, service);
  const made = await stripe.issuing.cardholders.create(person);
  expect(made).toMatchObject({ object: 'issuing.cardholder', individual: { dob: { day: 1, month: 11, year: 1981 } }, company: null });
  expect(made.requirements).toEqual({ disabled_reason: null, past_due: [] });
  const spending_limits = [{ amount: 20_000, interval: 'monthly' as const }];
  const changed = await stripe.issuing.cardholders.update(made.id, { status: 'inactive', spending_controls: { spending_limits } });
  expect(changed).toMatchObject({ status: 'inactive', spending_controls: { spending_limits_currency: 'usd' } });
  expect(await stripe.issuing.cardholders.retrieve(made.id)).toMatchObject({ status: 'inactive' });
  const company = await stripe.issuing.cardholders.create({
    name: 'Rosen Flowers',
    type: 'company',
    billing: { address: home },
    company: { tax_id: '12-3456789' },
  });
  expect(company.company).toEqual({ tax_id_provided: true });
  const found = async (params: object) => (await stripe.issuing.cardholders.list(params)).data.map(({ id }) => id);
  expect(await found({})).toEqual([company.id, made.id]);
  expect(await found({ type: 'company' })).toEqual([company.id]);
  expect(await found({ status: 'inactive' })).toEqual([made.id]);
  expect(await found({ email: person.email, phone_number: person.phone_number })).toEqual([made.id]);
  expect(await found({ created: { gt: made.created + 1000 } })).toEqual([]);
});

forEachSdk('$name: a virtual card is issued, shows its number on request, and is canceled and replaced', async (sdk) => {
  const stripe = connect(sdk, service);
  const holder = await stripe.issuing.cardholders.create(person);
  const card = await stripe.issuing.cards.create({
    cardholder: holder.id,
    currency: 'usd',
    type: 'virtual',
    status: 'active',
    spending_controls: {
      blocked_categories: ['betting_casino_gambling'],
      spending_limits: [{ amount: 5000, interval: 'daily', categories: ['bakeries'] }],
    },
  });
  expect(card.cardholder.id).toBe(holder.id);
  expect(card.spending_controls).toMatchObject({ blocked_categories: ['betting_casino_gambling'], spending_limits_currency: 'usd' });
  expect(card.number).toBeUndefined();
  const seen = await stripe.issuing.cards.retrieve(card.id, { expand: ['number', 'cvc', 'cardholder'] });
  expect([seen.number?.slice(-4), seen.cvc?.length, seen.cardholder.name]).toEqual([card.last4, 3, 'Jenny Rosen']);
  expect((await stripe.issuing.cards.update(card.id, { metadata: { order: '7' } })).metadata).toEqual({ order: '7' });
  const gone = await stripe.issuing.cards.update(card.id, { status: 'canceled', cancellation_reason: 'lost' });
  expect(gone).toMatchObject({ status: 'canceled', cancellation_reason: 'lost' });
  expect(await errorOf(stripe.issuing.cards.update(card.id, { status: 'active' }))).toMatchObject({ code: 'card_unexpected_state' });
  const next = await stripe.issuing.cards.create({
    cardholder: holder.id,
    currency: 'usd',
    type: 'virtual',
    replacement_for: card.id,
    replacement_reason: 'lost',
  });
  expect(await stripe.issuing.cards.retrieve(card.id, { expand: ['replaced_by'] })).toMatchObject({ replaced_by: { id: next.id } });
  const found = async (params: object) => (await stripe.issuing.cards.list(params)).data.map(({ id }) => id);
  expect(await found({ cardholder: holder.id })).toEqual([next.id, card.id]);
  expect(await found({ status: 'canceled', last4: card.last4, exp_year: card.exp_year, exp_month: card.exp_month })).toEqual([card.id]);
});

forEachSdk('$name: a physical card is shipped by the test helpers, and activated in transit', async (sdk) => {
  const stripe = connect(sdk, service);
  const holder = await stripe.issuing.cardholders.create(person);
  const { id } = await stripe.issuing.cards.create({
    cardholder: holder.id,
    currency: 'usd',
    type: 'physical',
    second_line: 'Flowers',
    pin: { encrypted_number: 'eyJhbGciOiJSU0EtT0FFUCJ9' },
    shipping: { name: 'Jenny Rosen', service: 'priority', address: home },
  });
  const { cards } = stripe.testHelpers.issuing;
  expect((await cards.submitCard(id)).shipping?.status).toBe('submitted');
  expect((await cards.shipCard(id)).shipping).toMatchObject({ status: 'shipped', carrier: 'usps' });
  expect((await stripe.issuing.cards.update(id, { status: 'active' })).status).toBe('active');
  expect((await cards.deliverCard(id)).shipping?.status).toBe('delivered');
  expect(await errorOf(cards.returnCard(id))).toMatchObject({ statusCode: 400, code: 'card_unexpected_state' });
  expect(await errorOf(cards.failCard(id))).toMatchObject({ statusCode: 400, code: 'card_unexpected_state' });
});
