import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAnswer, readNotifications } from '../../src/processors/remote/answer.js';
import { verbs } from '../../src/processors/remote/remote.js';
import { readConfig } from '../../src/service/config.js';

const folder = resolve(import.meta.dirname, '../../docs/processors');
const text = readFileSync(resolve(folder, 'README.md'), 'utf8');
const json = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = '']) => block.trim());

describe('the documentation of processors', () => {
  const answers = json.filter((block) => block.startsWith('{ "result"')).flatMap((block) => block.split('\n'));

  test('shows valid answers, one of each kind', () => {
    const results = answers.map((line) => readAnswer('charge', line).result);
    expect(results.sort()).toEqual(['approved', 'declined', 'needs_action', 'pending']);
  });

  test('shows a valid notification', () => {
    const [message = ''] = json.filter((block) => block.includes('"notifications"'));
    expect(readNotifications(message)).toMatchObject([{ verb: 'charge', answer: { result: 'approved' } }]);
  });

  test('shows valid settings', () => {
    const [, settings = ''] = /FLORIN_PROCESSORS='([^']*)'/.exec(text) ?? [];
    expect(readConfig({ FLORIN_PROCESSORS: settings }).processors.routes).toEqual([{ processor: 'acquirer', modes: ['test'] }]);
  });

  test('has a row for every verb', () => {
    expect(verbs.filter((verb) => !text.includes(`| \`${verb}\` |`))).toEqual([]);
  });

  test('keeps its sample within 60 lines, with nothing but Node', () => {
    const sample = readFileSync(resolve(folder, 'sample.mjs'), 'utf8');
    expect(sample.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    expect([...sample.matchAll(/from '([^']+)'/g)].filter(([, name]) => !name?.startsWith('node:'))).toEqual([]);
  });
});
