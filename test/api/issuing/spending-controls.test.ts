import { describe, expect, test } from 'vitest';
import { merchant_category_names } from '../../../src/resources/issuing/merchant-categories.js';
import { auditedService } from '../../support/audited.js';
import { cardOf, holderOf } from '../../support/issued.js';

const service = await auditedService();

describe.each([
  ['a card', 'cards', (client: Parameters<typeof cardOf>[0]) => cardOf(client)],
  ['a cardholder', 'cardholders', (client: Parameters<typeof cardOf>[0]) => holderOf(client)],
] as const)('the spending controls of %s', (_, path, made) => {
  const controlled = async () => {
    const client = service.client();
    const { id } = await made(client);
    const say = (spending_controls: object) => client.post(`/v1/issuing/${path}/${id}`, { spending_controls });
    return { client, id, say };
  };

  test('are changed one by one, and unset with an empty value', async () => {
    const { say } = await controlled();
    const lists = { allowed_categories: ['bakeries'], blocked_merchant_countries: ['fr', 'DE'], blocked_card_presences: ['not_present'] };
    expect((await say(lists)).body.spending_controls).toMatchObject({ ...lists, blocked_merchant_countries: ['FR', 'DE'] });
    const { body } = await say({ allowed_categories: '', spending_limits: [{ amount: 700, interval: 'per_authorization' }] });
    expect(body.spending_controls).toMatchObject({
      allowed_categories: null,
      blocked_merchant_countries: ['FR', 'DE'],
      spending_limits: [{ amount: 700, categories: [], interval: 'per_authorization' }],
      spending_limits_currency: 'usd',
    });
    expect((await say({ spending_limits: [] })).body.spending_controls.spending_limits).toEqual([]);
  });

  test('400: allow and block lists cannot be combined', async () => {
    const { say } = await controlled();
    const both = await say({ allowed_categories: ['bakeries'], blocked_categories: ['doctors'] });
    expect([both.status, both.body.error.code, both.body.error.param]).toEqual([
      400,
      'parameters_exclusive',
      'spending_controls[blocked_categories]',
    ]);
    await say({ allowed_merchant_countries: ['US'] });
    const later = await say({ blocked_merchant_countries: ['FR'] });
    expect([later.status, later.body.error.param]).toEqual([400, 'spending_controls[blocked_merchant_countries]']);
    expect(later.body.error.message).toContain('Unset allowed_merchant_countries');
    const instead = await say({ allowed_merchant_countries: '', blocked_merchant_countries: ['FR'] });
    expect(instead.body.spending_controls).toMatchObject({ allowed_merchant_countries: null, blocked_merchant_countries: ['FR'] });
  });

  test('accept every merchant category', async () => {
    const { say } = await controlled();
    const { status, body } = await say({ blocked_categories: merchant_category_names });
    expect([status, body.spending_controls?.blocked_categories.length]).toEqual([200, 295]);
  });

  test.each([
    [{ blocked_categories: ['bakery'] }, 'parameter_invalid', 'spending_controls[blocked_categories][0]'],
    [{ allowed_merchant_countries: ['USA'] }, 'parameter_invalid', 'spending_controls[allowed_merchant_countries][0]'],
    [{ spending_limits: [{ amount: 5 }] }, 'parameter_missing', 'spending_controls[spending_limits][0][interval]'],
    [
      { spending_limits: [{ amount: -5, interval: 'daily' }] },
      'parameter_invalid_integer',
      'spending_controls[spending_limits][0][amount]',
    ],
    [{ spending_limits: [{ amount: 5, interval: 'hourly' }] }, 'parameter_invalid', 'spending_controls[spending_limits][0][interval]'],
  ])('400: %j', async (controls, code, param) => {
    const { say } = await controlled();
    const { status, body } = await say(controls);
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
  });
});

test('400: the message for an unknown category suggests a similar one', async () => {
  const client = service.client();
  const blocked_categories = ['bakeries', 'bakeris'];
  const { body } = await client.post(`/v1/issuing/cards/${(await cardOf(client)).id}`, { spending_controls: { blocked_categories } });
  expect([body.error.param, body.error.message]).toEqual([
    'spending_controls[blocked_categories][1]',
    'No such merchant category: send bakeries.',
  ]);
});

test('a card with other controls, but without limits, may still spend 500 a day; with an empty list it may spend all funds', async () => {
  const client = service.client();
  const usual = await cardOf(client, { currency: 'jpy', spending_controls: { blocked_categories: ['bakeries'] } });
  expect(usual.spending_controls).toMatchObject({
    blocked_categories: ['bakeries'],
    spending_limits: [{ amount: 500, categories: [], interval: 'daily' }],
    spending_limits_currency: 'jpy',
  });
  const free = await cardOf(client, { spending_controls: { spending_limits: [] } });
  expect(free.spending_controls.spending_limits).toEqual([]);
});

test('limits of a cardholder are in the named currency, and limits of a card in its own', async () => {
  const client = service.client();
  const spending_limits = [{ amount: 100, interval: 'monthly' }];
  const holder = await holderOf(client, { spending_controls: { spending_limits, spending_limits_currency: 'eur' } });
  expect(holder.spending_controls.spending_limits_currency).toBe('eur');
  const { status, body } = await client.post('/v1/issuing/cards', {
    cardholder: holder.id,
    currency: 'usd',
    type: 'virtual',
    spending_controls: { spending_limits, spending_limits_currency: 'eur' },
  });
  expect([status, body.error.param]).toEqual([400, 'spending_controls[spending_limits_currency]']);
});
