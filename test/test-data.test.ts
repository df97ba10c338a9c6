import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../src/processors/contract.js';
import { failing_accounts, unreversing_accounts } from '../src/processors/sandbox/bank-accounts.js';
import { test_cards } from '../src/processors/sandbox/cards.js';
import { contest } from '../src/processors/sandbox/contest.js';
import { delivered } from '../src/processors/sandbox/faults.js';
import { catalogue } from '../src/resources/index.js';
import { card_names, numberOfToken } from '../src/resources/payments/payment-methods/test-names.js';
import { chargeAsk, contestAsk } from './support/sandbox-asks.js';

const page = readFileSync(resolve(import.meta.dirname, '../docs/test-data.md'), 'utf8');

const sectionOf = (title: string): string => {
  const [, after = ''] = page.split(`\n## ${title}\n`);
  return after.split('\n## ')[0] ?? '';
};

/** The code in the first cell of each row of a section's tables. */
const firstCells = (title: string): string[] =>
  sectionOf(title)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => codesIn(line.split('|')[1] ?? ''));

const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const numberOfName = (name: string): string => numberOfToken(name.replace('pm_card_', 'tok_'))?.reveal() ?? '';

describe('the cards of the page of test data', () => {
  const numbers = firstCells('Cards');
  const special = [...test_cards].filter(([, card]) => JSON.stringify(card) !== JSON.stringify({ three_d_secure: 'optional' }));

  test('are those with a special effect, each once', () => {
    expect([...numbers].sort()).toEqual(special.map(([number]) => number).sort());
  });

  test('have all of their names, and no others', () => {
    const rows = sectionOf('Cards')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    for (const row of rows) {
      const [, first = '', second = ''] = row.split('|');
      const names = codesIn(first).flatMap((number) => [...card_names].filter((name) => numberOfName(name) === number));
      expect(codesIn(second), row).toEqual(expect.arrayContaining(names));
      expect(codesIn(second), row).toHaveLength(names.length);
    }
  });

  test('and every other name on it exist', () => {
    const names = codesIn(page).filter((code) => /^(pm_card|tok)_\w+$/.test(code));
    expect(names.filter((name) => numberOfName(name) === '')).toEqual([]);
  });

  test('have the codes that they are declined with', () => {
    const rows = sectionOf('Cards').split('\n');
    for (const [number, { declined, charge_declined }] of special) {
      const decline = declined ?? charge_declined;
      if (!decline) continue;
      const row = rows.find((each) => each.includes(`\`${number}\``)) ?? '';
      expect(codesIn(row), number).toContain(decline.decline_code ?? decline.code);
      expect(codesIn(row), number).toContain(decline.code);
    }
  });
});

test('the amounts of the page of test data are those that fail', () => {
  const approved: Answer = { result: 'approved' };
  const fails = (amount: number): boolean => {
    try {
      return delivered(chargeAsk({ amount }), approved) !== approved;
    } catch {
      return true;
    }
  };
  const amounts = firstCells('Amounts').map(Number);
  const around = Array.from({ length: 100 }, (_, place) => 9_899_950 + place);
  expect(around.filter(fails)).toEqual(amounts);
});

test('the words of the page of test data decide a dispute', () => {
  const judged = firstCells('Evidence').map((word) => [word, contest(contestAsk({ uncategorized_text: word })).result]);
  expect(judged).toEqual([
    ['winning_evidence', 'approved'],
    ['losing_evidence', 'declined'],
  ]);
});

test('the bank accounts of the page of test data are those that fail or cannot be reversed, with their codes', () => {
  const rows = sectionOf('Bank accounts')
    .split('\n')
    .filter((line) => line.startsWith('| `0'))
    .map(codesIn);
  const known = new Map([...failing_accounts, ...unreversing_accounts]);
  expect(rows).toEqual([...known].map(([number, { code }]) => [number, code]));
});

test('the test helpers of the page of test data are complete, each with an example', () => {
  const routes = catalogue.flatMap(({ routes }) => routes as readonly string[]).filter((route) => route.includes('/v1/test_helpers/'));
  expect(firstCells('Test helpers').sort()).toEqual([...routes].sort());
  const examples = [...sectionOf('Test helpers').matchAll(/\$helpers\/(\S+)/g)].map(([, path = '']) => path.replace(/\$[A-Z_]+/, ':id'));
  const routed = routes.map((route) => route.replace(/^\w+ \/v1\/test_helpers\//, '').replace(/:\w+/, ':id'));
  expect(examples.sort()).toEqual(routed.sort());
});
