import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from '../support/built.js';
import { type Merchant, openMerchant } from '../support/keyholders.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startService();
  merchant = await openMerchant(service);
});
afterAll(() => service.stop());

const over = (key: string): Transport => {
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  // The library's own transport and interface differ under exactOptionalPropertyTypes.
  return new StreamableHTTPClientTransport(new URL('/mcp', service.url), { requestInit }) as Transport;
};

/** An agent with its client, as any program that speaks the protocol. */
async function agentOver(transport: Transport) {
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(transport);
  const use = async (name: string, given: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [said] = content as { text: string }[];
    return { text: said?.text ?? '', failed: isError === true };
  };
  return { client, use, read: async (name: string, given: Record<string, unknown>) => JSON.parse((await use(name, given)).text) };
}

test('an agent finds an operation, reads its parameters, and pays', async () => {
  const { client, read, use } = await agentOver(over(merchant.test.key));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    'find_operations',
    'describe_operation',
    'read_operation',
    'write_operation',
  ]);
  const [first] = await read('find_operations', { query: 'create payment intent' });
  expect(first).toMatchObject({ operation: 'post_payment_intents', call: 'POST /v1/payment_intents' });
  const { parameters } = await read('describe_operation', { operation: first.operation });
  expect(parameters.amount).toMatchObject({ required: true });
  const card = await read('describe_operation', { operation: first.operation, parameter: 'payment_method_data.card' });
  expect(Object.keys(card.parameters)).toContain('number');
  const wanted = { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
  const write = { operation: first.operation, parameters: wanted, idempotency_key: 'one' };
  const paid = await read('write_operation', write);
  expect(paid.status).toBe('succeeded');
  expect((await read('write_operation', write)).id).toBe(paid.id);
  expect(await read('read_operation', { operation: 'get_payment_intents_id', parameters: { id: paid.id } })).toMatchObject({ id: paid.id });
  const listed = await read('read_operation', { operation: 'get_payment_intents', parameters: { limit: 1, created: { gte: 1 } } });
  expect(listed.data).toMatchObject([{ id: paid.id }]);
  const refused = await use('write_operation', { operation: first.operation, parameters: { amount: -1, currency: 'usd' } });
  expect(refused.failed).toBe(true);
  expect(JSON.parse(refused.text).error.param).toBe('amount');
});

test('what an agent asks for wrongly is said in words: an unknown operation, a missing id, a read that writes', async () => {
  const { use } = await agentOver(over(merchant.test.key));
  expect(await use('read_operation', { operation: 'get_payment_intent' })).toMatchObject({
    failed: true,
    text: expect.stringMatching(/get_payment_intents/),
  });
  expect(await use('read_operation', { operation: 'get_payment_intents_id' })).toEqual({
    failed: true,
    text: "get_payment_intents_id needs the parameter 'id', a string.",
  });
  expect(await use('read_operation', { operation: 'post_refunds' })).toMatchObject({
    failed: true,
    text: expect.stringMatching(/write_operation/),
  });
  expect(await use('describe_operation', { operation: 'post_refunds', parameter: 'amount.x' })).toMatchObject({ failed: true });
});

test('a restricted key names what its agent may do: other operations are neither listed nor called', async () => {
  const client = await merchant.restricted('customers_read');
  const { read, use } = await agentOver(over(client.key));
  const found = await read('find_operations', { query: 'customers payments refunds', limit: 50 });
  expect(found.map(({ call }: { call: string }) => call)).toContain('GET /v1/customers');
  expect(found.filter(({ call }: { call: string }) => !call.startsWith('GET '))).toEqual([]);
  expect(await use('write_operation', { operation: 'post_customers' })).toMatchObject({
    failed: true,
    text: expect.stringMatching(/no operation/),
  });
  expect((await read('read_operation', { operation: 'get_customers' })).data).toEqual([]);
});

test('401 without a key; a live secret key and a publishable key are refused with the fix; GET is not allowed', async () => {
  const post = (authorization?: string) =>
    fetch(new URL('/mcp', service.url), { method: 'POST', body: '{}', ...(authorization !== undefined && { headers: { authorization } }) });
  expect((await post()).status).toBe(401);
  const refused = await post(`Bearer ${merchant.live.key}`);
  expect(refused.status).toBe(403);
  expect(await refused.text()).toMatch(/An agent needs a restricted key/);
  expect((await post(`Bearer ${merchant.test.publishable_key}`)).status).toBe(403);
  const malformed = await fetch(new URL('/mcp', service.url), {
    method: 'POST',
    body: '{',
    headers: {
      authorization: `Bearer ${merchant.test.key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
  });
  expect(malformed.status).toBe(400);
  const got = await fetch(new URL('/mcp', service.url));
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
});

test('florin mcp serves the same on standard input and output', async () => {
  const args = [program, 'mcp', '--url', service.url, '--key', merchant.test.key];
  const { client, read } = await agentOver(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  expect((await read('find_operations', { query: 'refund' })).length).toBeGreaterThan(0);
  await client.close();
});
