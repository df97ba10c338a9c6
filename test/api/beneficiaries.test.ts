import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openContents } from '../../src/kernel/vault/vault.js';
import { beneficiaryOf, destinationData, destinations, us_account } from '../support/beneficiaries.js';
import { startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const of = (bank_account: object) => ({ destination_data: { destination_type: 'bank_account', bank_account } });

test('200: a beneficiary with a bank account shows only the end of its number', async () => {
  const client = service.client();
  const { status, body } = await client.post('/v1/beneficiaries', {
    ...of({ ...us_account, dob: { day: '1', month: '2', year: '1990' }, email: 'jenny@example.com', phone_number: '+1 (415) 555-2671' }),
    metadata: { order: '7' },
    nickname: 'Jenny',
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^ben_[0-9A-Za-z]{22}$/),
    object: 'beneficiary',
    created: expect.any(Number),
    livemode: false,
    destination_data: {
      destination_type: 'bank_account',
      bank_account: {
        account_holder_name: 'Jenny Rosen',
        account_holder_type: null,
        account_number: '****6789',
        bank_name: null,
        country: 'US',
        currency: 'usd',
        dob: { day: '1', month: '2', year: '1990' },
        email: 'jenny@example.com',
        fingerprint: expect.any(String),
        last4: '6789',
        phone_number: '+14155552671',
        routing_number: '110000000',
        routing_type: 'aba',
        swift: null,
        tax_id: null,
      },
    },
    entity: null,
    metadata: { order: '7' },
    nickname: 'Jenny',
  });
  expect((await client.get(`/v1/beneficiaries/${body.id}`)).body).toEqual(body);
});

const masked: Readonly<Record<string, object>> = {
  card: { number: '****4444', last4: '4444', brand: 'mastercard', exp_month: 12, exp_year: 2034, name: 'Jenny Rosen' },
  alipay: { user_id: '****9012', first_name: 'Li', last_name: 'Na', email: null },
  carrier_billing: { phone_number: '****5678', carrier: 'China Mobile' },
  imps: { account_number: '****6372', ifsc: 'HDFC0004051' },
  upi: { vpa: 'a****@okbank' },
};

test.each(Object.keys(masked) as (keyof typeof destinations)[])('200: a destination of the type %s is masked', async (type) => {
  const { status, body } = await service.client().post('/v1/beneficiaries', { destination_data: destinationData(type) });
  expect(status).toBe(200);
  expect(body.destination_data).toMatchObject({ destination_type: type, [type]: masked[type] });
  expect(Object.keys(body.destination_data).sort()).toEqual(['destination_type', type].sort());
});

test.each([
  [
    { country: 'DE', account_number: 'DE89 3704 0044 0532 0130 00', swift: 'DEUTDEFF' },
    { currency: 'eur', routing_number: null, swift: 'DEUTDEFF' },
  ],
  [
    { country: 'GB', account_number: '00012345', routing_number: '10-88-00', routing_type: 'sort code' },
    { currency: 'gbp', routing_number: '108800' },
  ],
  [
    { country: 'GB', account_number: 'GB82WEST12345698765432' },
    { currency: 'gbp', routing_number: null },
  ],
  [
    { country: 'AU', account_number: '000123456', routing_number: '062-000' },
    { currency: 'aud', routing_type: 'bsb' },
  ],
  [
    { country: 'IN', account_number: '918273645546', routing_number: 'hdfc0004051' },
    { currency: 'inr', routing_number: 'HDFC0004051' },
  ],
  [
    { country: 'MX', account_number: '032180000118359719' },
    { currency: 'mxn', routing_type: null },
  ],
  [
    { country: 'BR', account_number: '0001234', routing_number: '110-0000', tax_id: '529.982.247-25' },
    { currency: 'brl', tax_id: '****4725' },
  ],
  [{ country: 'BR', account_number: '0001234', routing_number: '1100000', tax_id: '11.222.333/0001-81' }, { tax_id: '****0181' }],
  [
    { country: 'MY', account_number: '000123456', swift: 'MBBEMYKL' },
    { currency: 'myr', routing_number: 'MBBEMYKL', routing_type: 'swift' },
  ],
  [{ country: 'CH', account_number: 'CH9300762011623852957', currency: 'eur' }, { currency: 'eur' }],
])('200: %j is an account of its country', async (bank_account, shown) => {
  const { status, body, text } = await service.client().post('/v1/beneficiaries', of({ account_holder_name: 'Jo', ...bank_account }));
  expect(status, text).toBe(200);
  expect(body.destination_data.bank_account).toMatchObject(shown);
});

const at = (name: string): string => `destination_data[bank_account][${name}]`;

test.each([
  [{ country: 'US', account_number: '000123456789' }, 'parameter_missing', at('routing_number')],
  [{ country: 'US', account_number: '000123456789', routing_number: '110000001' }, 'parameter_invalid', at('routing_number')],
  [
    { country: 'US', account_number: '000123456789', routing_number: '110000000', routing_type: 'sort_code' },
    'parameter_invalid',
    at('routing_type'),
  ],
  [{ country: 'US', account_number: '12AB5678', routing_number: '110000000' }, 'parameter_invalid', at('account_number')],
  [{ country: 'DE', account_number: 'DE89370400440532013001' }, 'parameter_invalid', at('account_number')],
  [{ country: 'DE', account_number: 'AT611904300234573201' }, 'parameter_invalid', at('account_number')],
  [{ country: 'DE', account_number: 'DE89370400440532013000', swift: 'DEUTDE' }, 'parameter_invalid', at('swift')],
  [{ country: 'DE', account_number: 'DE89370400440532013000', swift: 'ABNANL2A' }, 'parameter_invalid', at('swift')],
  [{ country: 'GB', account_number: '0012345', routing_number: '108800' }, 'parameter_invalid', at('account_number')],
  [{ country: 'GB', account_number: '00012345', routing_number: '10880' }, 'parameter_invalid', at('routing_number')],
  [{ country: 'AU', account_number: '000123456', routing_number: '069000' }, 'parameter_invalid', at('routing_number')],
  [{ country: 'IN', account_number: '918273645546', routing_number: 'HDFC1004051' }, 'parameter_invalid', at('routing_number')],
  [{ country: 'MX', account_number: '032180000118359718' }, 'parameter_invalid', at('account_number')],
  [{ country: 'BR', account_number: '0001234', routing_number: '1100000' }, 'parameter_missing', at('tax_id')],
  [{ country: 'BR', account_number: '0001234', routing_number: '1100000', tax_id: '52998224724' }, 'parameter_invalid', at('tax_id')],
  [{ country: 'MY', account_number: '000123456' }, 'parameter_missing', at('swift')],
  [{ country: 'United States', account_number: '000123456789' }, 'parameter_invalid', at('country')],
  [{ ...us_account, phone_number: '4155552671' }, 'parameter_invalid', at('phone_number')],
  [{ ...us_account, phone_number: '+999123456789' }, 'parameter_invalid', at('phone_number')],
  [{ ...us_account, email: 'unknown' }, 'email_invalid', at('email')],
  [{ ...us_account, dob: { day: '31', month: '2', year: '1990' } }, 'parameter_invalid', at('dob')],
  [{ country: 'US', account_holder_name: undefined, account_number: '000123456789' }, 'parameter_missing', at('account_holder_name')],
])('400: %j is refused, and the message names the mistake', async (bank_account, code, param) => {
  const { status, body } = await service.client().post('/v1/beneficiaries', of({ account_holder_name: 'Jo', ...bank_account }));
  expect({ status, code: body.error?.code, param: body.error?.param }).toEqual({ status: 400, code, param });
});

test.each([
  [{}, 400, 'parameter_missing', 'destination_data'],
  [{ destination_data: { destination_type: 'bank_account' } }, 400, 'parameter_missing', 'destination_data[bank_account]'],
  [{ destination_data: { destination_type: 'cash' } }, 400, 'parameter_invalid', 'destination_data[destination_type]'],
  [{ destination_data: { ...destinationData('upi'), card: destinations.card } }, 400, 'parameter_invalid', 'destination_data[card]'],
  [
    { destination_data: destinationData('card', { number: '5555555555554445' }) },
    402,
    'incorrect_number',
    'destination_data[card][number]',
  ],
  [{ destination_data: destinationData('card', { exp_year: '2020' }) }, 402, 'invalid_expiry_year', 'destination_data[card][exp_year]'],
  [{ destination_data: destinationData('alipay', { user_id: '1234' }) }, 400, 'parameter_invalid', 'destination_data[alipay][user_id]'],
  [
    { destination_data: destinationData('carrier_billing', { phone_number: '13812345678' }) },
    400,
    'parameter_invalid',
    'destination_data[carrier_billing][phone_number]',
  ],
  [{ destination_data: destinationData('imps', { ifsc: 'HDFC000' }) }, 400, 'parameter_invalid', 'destination_data[imps][ifsc]'],
  [{ destination_data: destinationData('upi', { vpa: 'unknown' }) }, 400, 'parameter_invalid', 'destination_data[upi][vpa]'],
  [{ destination_data: destinationData('upi'), entity: { type: 'business' } }, 400, 'parameter_missing', 'entity[business]'],
  [{ destination_data: destinationData('upi'), nonsense: 1 }, 400, 'parameter_unknown', 'nonsense'],
])('%j is refused', async (params, refused, code, param) => {
  const { status, body } = await service.client().post('/v1/beneficiaries', params);
  expect({ status, code: body.error?.code, param: body.error?.param }).toEqual({ status: refused, code, param });
});

const individual = {
  address: { city: 'Miami', country: 'US', line1: '1 Palm Way', state: 'FL', postal_code: '33101' },
  additional_info: { email: 'jo@example.com', first_name: 'Jo', last_name: 'Hall', id_type: 'social_security', id_country_iso_code: 'US' },
};
const entityOf = (id_number: string, id_type = 'social_security') => ({
  type: 'individual',
  individual: { ...individual, additional_info: { ...individual.additional_info, id_number, id_type } },
});

test('200: the older entity is accepted, and its number masked', async () => {
  const { status, body } = await service
    .client()
    .post('/v1/beneficiaries', { destination_data: destinationData('bank_account'), entity: entityOf('123-45-6789') });
  expect(status).toBe(200);
  expect(body.entity).toEqual(entityOf('****6789'));
});

test.each([
  ['social_security', '000-12-3456'],
  ['cpf', '52998224724'],
  ['cnpj', '11222333000182'],
])('400: a number of the type %s is checked', async (id_type, id_number) => {
  const { status, body } = await service
    .client()
    .post('/v1/beneficiaries', { destination_data: destinationData('upi'), entity: entityOf(id_number, id_type) });
  expect([status, body.error.param]).toEqual([400, 'entity[individual][additional_info][id_number]']);
  expect(JSON.stringify(body)).not.toContain(id_number);
});

test.each(['/v1/beneficiaries', '/v1/beneficiaries/list'])('200: %s lists beneficiaries newest first, page by page', async (path) => {
  const client = service.client();
  const ids = [];
  for (let count = 0; count < 3; count++) ids.unshift(await beneficiaryOf(client));
  const { body } = await client.get(path, { limit: 2 });
  expect(body).toMatchObject({ object: 'list', url: '/v1/beneficiaries', has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] });
  const { body: rest } = await client.get(path, { starting_after: ids[1] });
  expect(rest.data.map(({ id }: { id: string }) => id)).toEqual([ids[2]]);
});

test('200: given members are changed and the others kept; a destination is replaced as a whole', async () => {
  const client = service.client();
  const id = await beneficiaryOf(client);
  const { body: renamed } = await client.post(`/v1/beneficiaries/${id}`, { nickname: 'J.', metadata: { a: '1' } });
  expect(renamed).toMatchObject({ nickname: 'J.', metadata: { a: '1' }, destination_data: { bank_account: { last4: '6789' } } });
  const { body: moved } = await client.post(`/v1/beneficiaries/${id}`, { destination_data: destinationData('upi'), nickname: '' });
  expect(moved).toMatchObject({ nickname: null, metadata: { a: '1' } });
  expect(Object.keys(moved.destination_data)).toEqual(['destination_type', 'upi']);
  const { status, body } = await client.post(`/v1/beneficiaries/${id}`, { destination_data: destinationData('upi', { vpa: 'x' }) });
  expect([status, body.error.param]).toEqual([400, 'destination_data[upi][vpa]']);
});

test.each([
  ['upi', { vpa: 'anna-maria@okbank' }, 'anna-maria@okbank'],
  ['alipay', { user_id: 'anna-maria@my-shop.cn' }, 'anna-maria@my-shop.cn'],
  ['alipay', { user_id: '+86 138-1234-5678' }, '+8613812345678'],
  ['carrier_billing', { phone_number: '+86 (138) 1234-5678' }, '+8613812345678'],
] as const)('200: of %s %j the vault keeps %s, which the payout needs', async (type, said, kept) => {
  const { status, body } = await service.client().post('/v1/beneficiaries', { destination_data: destinationData(type, said) });
  expect(status).toBe(200);
  const [row] = await rowsOf<{ account: string; key_id: string; sealed: Buffer }>(
    service,
    'select account, key_id, sealed from vault where id = $1',
    body.id,
  );
  expect(row && openContents(service.engine.vault, row.account, body.id, row).number?.reveal()).toBe(kept);
});

test.each([
  [{ country: 'MY', account_number: '1234567890', routing_number: 'DEUTDEFF' }, 'routing_number'],
  [{ country: 'MY', account_number: '1234567890', routing_number: 'MBBEMYKL', swift: 'CIBBMYKL' }, 'swift'],
  [{ dob: { day: '1', month: '1', year: '2999' } }, 'dob'],
])('400: a bank account of %j names %s', async (said, param) => {
  const account = { ...destinationData('bank_account', { routing_number: undefined, routing_type: undefined, ...said }) };
  const given = 'country' in said ? account : destinationData('bank_account', said);
  const { status, body } = await service.client().post('/v1/beneficiaries', { destination_data: given });
  expect([status, body.error?.param]).toEqual([400, `destination_data[bank_account][${param}]`]);
});

test('200: a deleted beneficiary is gone, and so are its secrets in the vault', async () => {
  const client = service.client();
  const id = await beneficiaryOf(client);
  const kept = async (): Promise<string[]> => {
    const [row] = await rowsOf<{ account: string; key_id: string; sealed: Buffer }>(service, 'select * from vault where id = $1', id);
    return row ? Object.keys(openContents(service.engine.vault, row.account, id, row)) : [];
  };
  expect(await kept()).toEqual(['number']);
  const { status, body } = await client.del(`/v1/beneficiaries/${id}`);
  expect(await kept()).toEqual([]);
  expect([status, body]).toEqual([200, { id, object: 'beneficiary', deleted: true }]);
  for (const answer of [await client.get(`/v1/beneficiaries/${id}`), await client.del(`/v1/beneficiaries/${id}`)])
    expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_missing']);
  expect((await client.get('/v1/beneficiaries')).body.data).toEqual([]);
});

describe('of another account', () => {
  test('404: a beneficiary is unknown, with the same message as one that never existed', async () => {
    const id = await beneficiaryOf(service.client());
    const stranger = service.client();
    for (const answer of [
      await stranger.get(`/v1/beneficiaries/${id}`),
      await stranger.post(`/v1/beneficiaries/${id}`, { nickname: 'x' }),
      await stranger.del(`/v1/beneficiaries/${id}`),
    ])
      expect([answer.status, answer.body.error.message]).toEqual([404, `No such beneficiary: '${id}'`]);
  });
});
