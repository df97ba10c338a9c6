import { afterAll, beforeAll, expect, test } from 'vitest';
import { as, connected, jo, of_company, representative, whole_account } from '../support/connect.js';
import { dump } from '../support/dump.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { craft } from '../support/requests.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'trace' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
});

/** Values that only the vault may contain, each long enough not to occur by chance. */
const numbers = {
  id: '219099987',
  second: '78051120A',
  tax: '846392017',
  vat: 'DE847362519',
  register: 'HRB8471625',
  bank: '90817263544536',
};

const leaked = (text: string): string[] => {
  const plain = text.replace(/(?<=\w)[ .-](?=\w)/g, '');
  return Object.values(numbers).filter((number) => plain.includes(number));
};

const known = { ...jo, ssn_last_4: undefined, id_number: '219-09-9987', id_number_secondary: numbers.second };
const company = { ...of_company.company, tax_id: '84-6392017', vat_id: numbers.vat, registration_number: numbers.register };

test('numbers of persons and companies are in no answer, log, event, delivery, list, job or stored reply', async () => {
  const client = service.client();
  await client.post('/v1/webhook_endpoints', { url: receiver.url('/hook'), enabled_events: ['*'], connect: true });
  const answers: string[] = [];
  const say = async (path: string, params: object, key?: string) => {
    const answer = await client.post(path, params as never, key ? { headers: { 'idempotency-key': key } } : {});
    answers.push(answer.text);
    return answer.body;
  };
  const bank = { ...whole_account.external_account, account_number: numbers.bank };
  const single = await say('/v1/accounts', { ...whole_account, individual: known, external_account: bank }, 'single');
  await say('/v1/accounts', { ...whole_account, individual: known, external_account: bank }, 'single');
  expect(single.individual).toMatchObject({ id_number_provided: true, id_number_secondary_provided: true });
  await say(`/v1/accounts/${single.id}`, { individual: { id_number: numbers.id } });
  await say(`/v1/accounts/${single.id}`, { individual: { id_number: numbers.id, nonsense: numbers.id } });
  const { id } = await connected(client, { ...of_company, company });
  for (const wrong of [{ tax_id: [numbers.tax] }, { tax_id: `${numbers.tax}!` }, { tax: numbers.tax }])
    await say(`/v1/accounts/${id}`, { company: wrong });
  const path = `/v1/accounts/${id}/persons`;
  const person = await say(path, { ...representative, ssn_last_4: undefined, id_number: numbers.id }, 'person');
  await say(`${path}/${person.id}`, { id_number: numbers.id, id_number_secondary: numbers.second });
  await say(path, { ...known, relationship: { representative: true } });
  await say(path, { id_number: Number(numbers.id) });
  const body = JSON.stringify({ id_number: numbers.id }).slice(0, -1);
  const headers = { 'content-type': 'application/json' };
  answers.push((await craft(service.port, { method: 'POST', path, key: client.key, headers, body })).text);
  for (const each of ['accounts', `accounts/${id}`, `accounts/${id}/persons`, `accounts/${id}/capabilities`, 'audit_records'])
    answers.push((await client.get(`/v1/${each}`)).text);
  answers.push((await client.get('/v1/events', { limit: 100 }, as(id))).text);
  await client.del(`${path}/${person.id}`);
  await service.until(async () => receiver.deliveries.length > 5);
  const delivered = receiver.deliveries.map((delivery) => delivery.body);
  for (const texts of [answers, service.lines, delivered, await dump(service)]) expect(texts.flatMap(leaked)).toEqual([]);
});

test('a number typed in on the page of an account is in no page, log or document', async () => {
  const client = service.client();
  const { id } = await connected(client, { type: 'express', capabilities: { transfers: { requested: true } }, business_type: 'company' });
  const urls = { refresh_url: 'https://platform.example/again', return_url: 'https://platform.example/done' };
  const { url } = (await client.post('/v1/account_links', { account: id, type: 'account_onboarding', ...urls })).body;
  const page = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '', url);
  const pages: string[] = [];
  for (const routing of ['110000001', '110000000']) {
    const fields = {
      'company.tax_id': numbers.tax,
      'external_account.routing_number': routing,
      'external_account.account_number': numbers.bank,
    };
    pages.push(await (await fetch(page, { method: 'POST', body: new URLSearchParams(fields) })).text());
  }
  expect((await client.get(`/v1/accounts/${id}`)).body.company.tax_id_provided).toBe(true);
  for (const texts of [pages, service.lines, await dump(service)]) expect(texts.flatMap(leaked)).toEqual([]);
});
