import { expect, test } from 'vitest';
import { description } from './openapi.js';
import { operationsIn } from './operations-in.js';

const all = operationsIn(description());
const words = all.map((each) => each.words.join(' '));

test('every operation has a command of its own', () => {
  expect(words.filter((each, place) => words.indexOf(each) !== place)).toEqual([]);
  expect(all.filter((each) => each.words.length < 2)).toEqual([]);
});

test.each([
  ['GET /v1/customers', 'customers list'],
  ['GET /v1/balance', 'balance retrieve'],
  ['GET /v1/country_specs', 'country_specs list'],
  ['POST /v1/customers/{id}', 'customers update'],
  ['GET /v1/customers/search', 'customers search'],
  ['DELETE /v1/customers/{id}/discount', 'customers discount delete'],
  ['POST /v1/customers/{customer}/cash_balance', 'customers cash_balance update'],
  ['GET /v1/invoices/{id}/lines', 'invoices lines list'],
  ['GET /v1/credit_notes/preview/lines', 'credit_notes preview lines'],
  ['POST /v1/billing/meter_events', 'billing meter_events create'],
  ['POST /v1/test_helpers/issuing/cards/{id}/shipping/ship', 'test_helpers issuing cards shipping ship'],
  ['POST /v1/test_helpers/sandbox_clock/advance', 'test_helpers sandbox_clock advance'],
])('%s is florin %s', (route, command) => {
  expect(all.filter(({ method, path }) => `${method} ${path}` === route).map((each) => each.words.join(' '))).toEqual([command]);
});

test('a parameter is written in the simplest of its forms', () => {
  const forms = Object.fromEntries(
    (all.find((each) => each.words.join(' ') === 'payment_intents create')?.parameters ?? []).map(({ name, form }) => [name, form]),
  );
  expect(forms).toMatchObject({
    amount: 'value',
    confirm: 'flag',
    payment_method_types: 'list',
    metadata: 'members',
    off_session: 'value',
  });
});
