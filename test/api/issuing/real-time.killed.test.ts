import { afterAll, expect, test } from 'vitest';
import { endpointAt } from '../../support/deliveries.js';
import { issuer, spendable } from '../../support/issuing.js';
import { openDatabase, startKillable } from '../../support/killable.js';
import { startReceiver } from '../../support/receiver.js';
import { until } from '../../support/trial.js';

const approves = { status: 200, body: JSON.stringify({ approved: true }) };
const receiver = await startReceiver(() => approves);
afterAll(() => receiver.stop());

/** Abandoned work is taken over after a hundredth of the usual time. */
const quiet = { FLORIN_TIME_SCALE: '0.01' };

test.each([
  ['before the request to the endpoint', 'after_ask_stored', 0],
  ['after the endpoint’s answer, before it is stored', 'after_processor', 1],
])('a process that dies %s leaves a request that is decided once, by the account’s setting for timeouts', async (_, failpoint, asked) => {
  const path = `/${failpoint}`;
  const of = await openDatabase();
  const first = await startKillable('service', of, quiet);
  const { client, card } = await issuer(first);
  await endpointAt(client, receiver.url(path), ['issuing_authorization.request']);
  const { body: account } = await client.get('/v1/account');
  await client.post(`/v1/accounts/${account.id}`, { settings: { card_issuing: { default_decision: 'approve' } } });
  await first.kill();
  const dying = await startKillable('service', of, { ...quiet, FLORIN_WORKER: 'off', FLORIN_FAILPOINTS: `${failpoint}:crash:1` });
  const key = { headers: { 'idempotency-key': 'till-1' } };
  const request = (by: typeof client) => by.post('/v1/test_helpers/issuing/authorizations', { card, amount: 1000 }, key);
  await expect(request(dying.client)).rejects.toThrow();
  await dying.ended;
  const last = await startKillable('service', of, quiet);
  const stored = async () => (await last.client.get('/v1/issuing/authorizations')).body.data;
  await until(async () => (await stored())[0]?.pending_request === null);
  const found = await stored();
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ approved: true, amount: 1000, request_history: [{ approved: true, reason: 'webhook_timeout' }] });
  expect(receiver.at(path)).toHaveLength(asked);
  expect(await spendable(last)).toBe(9000);
  expect((await request(last.client)).body.id).toBe(found[0].id);
});
