import { expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const intents = ['payment_intents', 'setup_intents'] as const;

const begin = async (group: (typeof intents)[number], ending: string) => {
  const params = group === 'payment_intents' ? { amount: 1000, currency: 'usd' } : {};
  return made(service.client(`sk_test_${ending}`), `/v1/${group}`, {
    ...params,
    metadata: { order: '7' },
    description: 'for the shop alone',
  });
};

test.each(intents)('a publishable key reads one of %s by its own client secret and by nothing else', async (group) => {
  const [own, other, foreign] = [await begin(group, 'secrets_a'), await begin(group, 'secrets_a'), await begin(group, 'secrets_b')];
  const payer = service.client('pk_test_secrets_a');
  const { client_secret: secret } = own;
  const read = (query: Readonly<Record<string, unknown>>) => payer.get(`/v1/${group}/${own.id}`, query);
  const right = await read({ client_secret: secret });
  expect(right.status).toBe(200);
  expect(Object.keys(right.body)).not.toContain('metadata');
  const wrong = [
    {},
    { client_secret: '' },
    { client_secret: own.id },
    { client_secret: secret.slice(0, -1) },
    { client_secret: `${secret}x` },
    { client_secret: secret.toUpperCase() },
    { client_secret: other.client_secret },
    { client_secret: foreign.client_secret },
    { 'client_secret[]': secret },
    { 'client_secret[a]': secret },
  ];
  const answers = await Promise.all(wrong.map(read));
  expect(answers.map(({ status }) => status >= 400 && status < 500)).toEqual(wrong.map(() => true));
  const shown = answers.map(({ text }) => text).join();
  for (const hidden of ['for the shop alone', secret, other.client_secret]) expect(shown).not.toContain(hidden);
  expect((await service.client('pk_test_secrets_b').get(`/v1/${group}/${own.id}`, { client_secret: secret })).status).toBe(404);
});
