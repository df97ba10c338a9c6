import { expect, test } from 'vitest';
import { auditedService } from '../../support/audited.js';
import { must } from '../../support/billing.js';
import { cardOf, holderOf, sent } from '../../support/issued.js';
import type { Client } from '../../support/service.js';
import { upload } from '../../support/uploads.js';

const service = await auditedService();
const path = '/v1/issuing/personalization_designs';

const designOf = (client: Client, params: object = {}) => must(client.post(path, { physical_bundle: 'ics_standard_letter', ...params }));
const judged = (client: Client, id: string, verb: string, params: object = {}) =>
  client.post(`/v1/test_helpers/issuing/personalization_designs/${id}/${verb}`, { ...params });

/** The events of designs, oldest first. */
const told = async (client: Client): Promise<string[]> => {
  const { data } = (await client.get('/v1/events', { type: 'issuing_personalization_design.*', limit: 50 })).body;
  return data.map(({ type }: { type: string }) => type.replace('issuing_personalization_design.', '')).reverse();
};

test('physical bundles are listed and retrieved, and say what designs with them can have', async () => {
  const client = service.client();
  const { data } = (await client.get('/v1/issuing/physical_bundles')).body;
  expect(data.map(({ id, features }: { id: string; features: object }) => [id, features])).toEqual([
    ['ics_standard_plain', { card_logo: 'unsupported', carrier_text: 'unsupported', second_line: 'optional' }],
    ['ics_standard_letter', { card_logo: 'unsupported', carrier_text: 'optional', second_line: 'optional' }],
    ['ics_standard_logo', { card_logo: 'required', carrier_text: 'optional', second_line: 'unsupported' }],
  ]);
  expect((await client.get('/v1/issuing/physical_bundles/ics_standard_logo')).body).toEqual(data[2]);
  expect((await client.get('/v1/issuing/physical_bundles', { type: 'custom' })).body.data).toEqual([]);
  expect((await client.get('/v1/issuing/physical_bundles/ics_none')).status).toBe(404);
});

test('a design is reviewed: accepted, taken out of use, changed, rejected, and each step has its event', async () => {
  const client = service.client();
  const design = await designOf(client, { name: 'Letter', carrier_text: { header_title: 'Hello' } });
  expect(design).toMatchObject({
    object: 'issuing.personalization_design',
    status: 'review',
    card_logo: null,
    carrier_text: { header_title: 'Hello', header_body: null, footer_title: null, footer_body: null },
    preferences: { is_default: false, is_platform_default: false },
    rejection_reasons: { card_logo: null, carrier_text: null },
  });
  expect((await judged(client, design.id, 'activate')).body.status).toBe('active');
  expect((await judged(client, design.id, 'deactivate')).body.status).toBe('inactive');
  expect((await judged(client, design.id, 'deactivate')).body.error.code).toBe('personalization_design_unexpected_state');
  expect((await must(client.post(`${path}/${design.id}`, { name: 'Welcome' }))).status).toBe('inactive');
  expect((await must(client.post(`${path}/${design.id}`, { carrier_text: { header_title: 'Welcome' } }))).status).toBe('review');
  const rejection_reasons = { carrier_text: ['promotional_material'] };
  expect((await judged(client, design.id, 'reject', { rejection_reasons: { card_logo: ['other'] } })).body.error.param).toBe(
    'rejection_reasons[card_logo]',
  );
  expect((await judged(client, design.id, 'reject', { rejection_reasons: {} })).body.error.code).toBe('parameter_missing');
  const rejected = (await judged(client, design.id, 'reject', { rejection_reasons })).body;
  expect([rejected.status, rejected.rejection_reasons]).toEqual(['rejected', { card_logo: null, ...rejection_reasons }]);
  const again = await must(client.post(`${path}/${design.id}`, { carrier_text: '' }));
  expect([again.status, again.rejection_reasons, again.carrier_text]).toEqual(['review', { card_logo: null, carrier_text: null }, null]);
  expect(await told(client)).toEqual(['activated', 'deactivated', 'updated', 'updated', 'rejected', 'updated']);
});

test('400: a bundle without a logo refuses one, and a bundle with one requires an uploaded logo', async () => {
  const client = service.client();
  const { id: logo } = (await upload(service, client, { purpose: 'issuing_logo' })).body;
  const { id: picture } = (await upload(service, client)).body;
  const refusal = async (params: object) => (await client.post(path, { ...params })).body.error;
  expect(await refusal({ physical_bundle: 'ics_standard_letter', card_logo: logo })).toMatchObject({ param: 'card_logo' });
  expect(await refusal({ physical_bundle: 'ics_standard_logo' })).toMatchObject({ param: 'card_logo', code: 'parameter_missing' });
  expect(await refusal({ physical_bundle: 'ics_standard_logo', card_logo: picture })).toMatchObject({ param: 'card_logo' });
  expect(await refusal({ physical_bundle: 'ics_other' })).toMatchObject({ param: 'physical_bundle' });
  const plain = { physical_bundle: 'ics_standard_plain', carrier_text: { header_title: 'Hello' } };
  expect(await refusal(plain)).toMatchObject({ param: 'carrier_text' });
  const design = await designOf(client, { physical_bundle: 'ics_standard_logo', card_logo: logo });
  expect(design.card_logo).toBe(logo);
  const shown = (await client.get(`${path}/${design.id}`, { 'expand[0]': 'card_logo' })).body;
  expect(shown.card_logo).toMatchObject({ id: logo, purpose: 'issuing_logo', type: 'png' });
});

test('a lookup key and the default belong to one design, and lists find designs by them', async () => {
  const client = service.client();
  const [one, other] = [await designOf(client, { lookup_key: 'usual', preferences: { is_default: true } }), await designOf(client)];
  const taking = { lookup_key: 'usual', preferences: { is_default: true } };
  const refused = await client.post(`${path}/${other.id}`, taking);
  expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([400, 'resource_already_exists', 'lookup_key']);
  await must(client.post(`${path}/${other.id}`, { ...taking, transfer_lookup_key: true }));
  const before = (await client.get(`${path}/${one.id}`)).body;
  expect([before.lookup_key, before.preferences.is_default]).toEqual([null, false]);
  const found = async (params: Readonly<Record<string, unknown>>) =>
    (await client.get(path, params)).body.data.map(({ id }: { id: string }) => id);
  expect(await found({ 'lookup_keys[0]': 'usual' })).toEqual([other.id]);
  expect(await found({ 'preferences[is_default]': true })).toEqual([other.id]);
  expect(await found({ 'preferences[is_default]': false })).toEqual([one.id]);
  expect(await found({ 'preferences[is_platform_default]': true })).toEqual([]);
  expect(await found({ status: 'active' })).toEqual([]);
});

test('a physical card has the design that it names or the default, once it is active', async () => {
  const client = service.client();
  const holder = (await holderOf(client)).id;
  const card = (params: object) => client.post('/v1/issuing/cards', { ...sent, currency: 'usd', cardholder: holder, ...params });
  const design = await designOf(client, { preferences: { is_default: true } });
  expect((await card({ personalization_design: design.id })).body.error).toMatchObject({
    code: 'personalization_design_unexpected_state',
    param: 'personalization_design',
  });
  const plain = (await card({})).body;
  expect(plain.personalization_design).toBe(null);
  await judged(client, design.id, 'activate');
  expect((await card({})).body.personalization_design).toBe(design.id);
  const virtual = { cardholder: holder, currency: 'usd', type: 'virtual' };
  expect((await client.post('/v1/issuing/cards', { ...virtual, personalization_design: design.id })).body.error.param).toBe(
    'personalization_design',
  );
  expect((await must(client.post('/v1/issuing/cards', virtual))).personalization_design).toBe(null);
  const changed = await must(client.post(`/v1/issuing/cards/${plain.id}`, { personalization_design: design.id }));
  expect(changed.personalization_design).toBe(design.id);
  const { data } = (await client.get('/v1/issuing/cards', { personalization_design: design.id })).body;
  expect(data.map(({ id }: { id: string }) => id)).toContain(plain.id);
  await must(client.post(`/v1/test_helpers/issuing/cards/${plain.id}/shipping/submit`));
  const late = await client.post(`/v1/issuing/cards/${plain.id}`, { personalization_design: design.id });
  expect([late.status, late.body.error.code]).toEqual([400, 'card_unexpected_state']);
});

test('400: a card of a design with a logo has no second line', async () => {
  const client = service.client();
  const { id: card_logo } = (await upload(service, client, { purpose: 'issuing_logo' })).body;
  const design = await designOf(client, { physical_bundle: 'ics_standard_logo', card_logo });
  await judged(client, design.id, 'activate');
  const cardholder = (await holderOf(client)).id;
  const params = { ...sent, cardholder, currency: 'usd', personalization_design: design.id, second_line: 'Flowers' };
  const { status, body } = await client.post('/v1/issuing/cards', params);
  expect([status, body.error.param]).toEqual([400, 'second_line']);
});

test('a rejected design cancels the cards that are not printed yet', async () => {
  const client = service.client();
  const design = await designOf(client, { carrier_text: { header_title: 'Hello' } });
  await judged(client, design.id, 'activate');
  const [waiting, printed] = [
    await cardOf(client, { ...sent, personalization_design: design.id }),
    await cardOf(client, { ...sent, personalization_design: design.id }),
  ];
  await must(client.post(`/v1/test_helpers/issuing/cards/${printed.id}/shipping/submit`));
  await judged(client, design.id, 'reject', { rejection_reasons: { carrier_text: ['inappropriate'] } });
  const canceled = await service.until(async () => {
    const { body } = await client.get(`/v1/issuing/cards/${waiting.id}`);
    return body.status === 'canceled' && body;
  });
  expect([canceled.cancellation_reason, canceled.shipping.status]).toEqual(['design_rejected', 'canceled']);
  expect((await client.get(`/v1/issuing/cards/${printed.id}`)).body.status).toBe('inactive');
});
