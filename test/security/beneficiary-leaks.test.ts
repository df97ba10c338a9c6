import { afterAll, beforeAll, expect, test } from 'vitest';
import { destinationData } from '../support/beneficiaries.js';
import { dump } from '../support/dump.js';
import { funded, moveClockTo } from '../support/merchant.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { craft } from '../support/requests.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'trace', FLORIN_ONE_WRITE: 'off' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
});

/** Values that only the vault may contain, each long enough not to occur by chance. */
const numbers = {
  account: '90817263544536',
  iban: 'DE89370400440532013000',
  card: '5555555555554444',
  alipay: '2088123456789012',
  phone: '+8613812345678',
  imps: '918273645546372',
  vpa: 'asha.rao.payee@okbank',
  tax: '52998224725',
  ssn: '219099987',
};

/** Any separators between digits, and any lost plus sign. */
const leaked = (text: string): string[] => {
  const plain = text.replace(/(?<=\d)[ .-](?=\d)/g, '');
  return Object.values(numbers).filter((number) => plain.includes(number) || plain.includes(number.replace(/^\+/, '')));
};

const brazilian = { country: 'BR', account_number: numbers.account, routing_number: '1100000', tax_id: '529.982.247-25' };
const bank = (of: object): object => ({ destination_type: 'bank_account', bank_account: { account_holder_name: 'Jo', ...of } });
const american = { country: 'US', account_number: '9081 7263 5445 36', routing_number: '110000000' };
const entity = {
  type: 'individual',
  individual: { additional_info: { first_name: 'Jo', id_type: 'social_security', id_number: '219-09-9987' } },
};

const right: readonly object[] = [
  bank(american),
  bank({ country: 'DE', account_number: 'DE89 3704 0044 0532 0130 00' }),
  bank(brazilian),
  destinationData('card', { number: numbers.card }),
  destinationData('alipay', { user_id: numbers.alipay }),
  destinationData('carrier_billing', { phone_number: numbers.phone }),
  destinationData('imps', { account_number: numbers.imps }),
  destinationData('upi', { vpa: numbers.vpa }),
];

const wrong: readonly object[] = [
  bank({ ...american, routing_number: '110000001' }),
  bank({ ...american, account_number: `${numbers.account}${numbers.account}` }),
  bank({ ...american, nonsense: numbers.account }),
  bank({ country: 'DE', account_number: numbers.account }),
  bank({ country: 'DE', account_number: numbers.iban, swift: 'ABNANL2A' }),
  bank({ ...brazilian, tax_id: `${numbers.tax}1` }),
  destinationData('card', { number: numbers.card, exp_year: '2020' }),
  destinationData('card', { number: Number(numbers.card) }),
  destinationData('alipay', { user_id: [numbers.alipay] }),
  destinationData('imps', { account_number: numbers.imps, ifsc: 'x' }),
  destinationData('upi', { vpa: `${numbers.vpa}@${numbers.vpa}` }),
];

test('full numbers of beneficiaries are in no answer, log, event, delivery, list, job or stored reply', async () => {
  const client = await funded(service, 1_000_000);
  await client.post('/v1/webhook_endpoints', { url: receiver.url('/hook'), enabled_events: ['*'] });
  const answers: string[] = [];
  for (const [place, destination_data] of [...right, ...wrong].entries()) {
    const headers = { 'idempotency-key': `ben ${place}` };
    const beneficiary = { destination_data, entity };
    for (const params of [beneficiary, { ...beneficiary, nonsense: numbers.card }])
      answers.push((await client.post('/v1/beneficiaries', params)).text);
    const kept = await client.post('/v1/beneficiaries', beneficiary, { headers });
    expect(kept.status === 200).toBe(place < right.length);
    answers.push(kept.text, (await client.post('/v1/beneficiaries', beneficiary, { headers })).text);
    if (kept.status === 200) answers.push((await client.post(`/v1/beneficiaries/${kept.body.id}`, { destination_data })).text);
    const paying = { amount: 10_000, currency: 'usd', beneficiary_data: beneficiary };
    answers.push((await client.post('/v1/payouts', paying)).text);
    answers.push((await client.post('/v1/payouts', { ...paying, amount: 99_000_000 })).text);
    const cut = JSON.stringify(beneficiary).slice(0, -1);
    answers.push(
      (
        await craft(service.port, {
          method: 'POST',
          path: '/v1/beneficiaries',
          key: client.key,
          headers: { 'content-type': 'application/json' },
          body: cut,
        })
      ).text,
    );
  }
  const { body: last } = await client.get('/v1/payouts');
  await moveClockTo(client, last.data[0].arrival_date);
  for (const path of ['beneficiaries', 'beneficiaries/list', 'payouts', 'events', 'audit_records', 'webhook_attempts'])
    answers.push((await client.get(`/v1/${path}`, { limit: 100, ...(path === 'payouts' && { 'expand[]': 'data.beneficiary' }) })).text);
  await service.until(async () => receiver.deliveries.length > 10);
  const delivered = receiver.deliveries.map(({ body }) => body);
  for (const texts of [answers, service.lines, delivered, await dump(service)]) expect(texts.flatMap(leaked)).toEqual([]);
});
