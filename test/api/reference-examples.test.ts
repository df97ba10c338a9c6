import { expect, test } from 'vitest';
import { openApi } from '../../src/api/openapi/openapi.js';
import { a_file, exampleOf, in_a_day } from '../../src/pages/reference/example.js';
import { type Description, groupsOf, prefixesOf } from '../../src/pages/reference/operations.js';
import { access } from '../../src/resources/access.js';
import { catalogue } from '../../src/resources/index.js';
import { connected, whole_account } from '../support/connect.js';
import { commonService } from '../support/services.js';
import { png } from '../support/uploads.js';

const service = await commonService();

const description = openApi(catalogue, access, '0.0.0') as unknown as Description;
const prefixes = prefixesOf(description);
const examples = groupsOf(description).flatMap(({ operations }) => operations().map((operation) => exampleOf(operation, prefixes)));

test.each(examples)('the service accepts the example of $method $path', async ({ method, path, params }) => {
  const client = service.client();
  const account = path.includes('acct_123') ? (await connected(client, { ...whole_account, type: 'express' })).id : '';
  const tomorrow = String(Math.floor(service.now() / 1000) + 86_400);
  const sent = new URLSearchParams(params.map(([name, value]): [string, string] => [name, value.replace(in_a_day, tomorrow)]));
  const url = `${service.url}${path.replace('acct_123', account)}${method === 'GET' ? `?${sent}` : ''}`;
  const headers = { authorization: `Bearer ${client.key}` };
  const form = new FormData();
  for (const [name, value] of sent) form.append(name, value === a_file ? new Blob([png]) : value);
  const body = params.some(([, value]) => value === a_file) ? form : sent;
  const response = await fetch(url, { method, headers, ...(method === 'POST' && { body }) });
  const { error } = (await response.json()) as { error?: { code: string; message: string } };
  // The ids in an example do not exist, and a new sandbox has no funds and no head office; any other refusal would be a mistake in the page.
  const made_up = /[_/]123/.test(`${path}${sent}`);
  expect(
    [undefined, 'balance_insufficient', 'stripe_tax_inactive', ...(made_up ? ['resource_missing', 'no_meter'] : [])],
    error?.message,
  ).toContain(error?.code);
});
