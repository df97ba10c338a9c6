import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Database } from '../../src/kernel/storage/database.js';
import type { Client, TestService } from './service.js';

/** What happened to payments while something else happened to their database. */
export type Course = {
  /** Marks of the payments that were answered with success. */
  readonly acknowledged: readonly string[];
  /** Answers that asked to try again later. */
  readonly refused: number;
  /** The longest time in which no payment was accepted. */
  readonly gap_ms: number;
};

/** What a happening sees of the payments. */
export type Seen = { readonly acknowledged: () => number; readonly refusals: () => readonly string[] };

const payers = 4;
/** Between two payments of a payer, who is not there to measure speed. */
const breath_ms = 20;
const around = 40;

let marks = 0;

/** Runs a happening while payers pay, each repeating a payment until it is accepted; they go on until payments are accepted again. */
export async function whilePaying(
  { until }: Pick<TestService, 'until'>,
  client: Client,
  happen: (seen: Seen) => Promise<unknown>,
): Promise<Course> {
  const acknowledged: string[] = [];
  const refusals: string[] = [];
  let last = performance.now();
  let gap_ms = 0;
  let is_over = false;
  const pay = async (mark: string): Promise<void> => {
    const params = { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', metadata: { mark } };
    for (;;) {
      const { status, body } = await client.post('/v1/payment_intents', params, { headers: { 'idempotency-key': mark } });
      if (status === 200) return;
      expect([503, 409]).toContain(status);
      refusals.push(body.error.message);
      await pause(breath_ms);
    }
  };
  const payer = async (): Promise<void> => {
    while (!is_over) {
      const mark = `paid-${++marks}`;
      await pay(mark);
      acknowledged.push(mark);
      gap_ms = Math.max(gap_ms, performance.now() - last);
      last = performance.now();
      await pause(breath_ms);
    }
  };
  const paying = Array.from({ length: payers }, payer);
  const more = async (): Promise<void> => {
    const wanted = acknowledged.length + around;
    await until(async () => acknowledged.length >= wanted);
  };
  try {
    await more();
    gap_ms = 0;
    await happen({ acknowledged: () => acknowledged.length, refusals: () => refusals });
    await more();
  } finally {
    is_over = true;
  }
  await Promise.all(paying);
  return { acknowledged, refused: refusals.length, gap_ms };
}

/** Each acknowledged payment was made, and each once. */
export async function expectMadeOnce(database: Pick<Database, 'query'>, { acknowledged }: Course): Promise<void> {
  const text = `select doc -> 'metadata' ->> 'mark' as mark, count(*)::int as times from objects
    where object = 'payment_intent' and doc ->> 'status' = 'succeeded' and doc -> 'metadata' ->> 'mark' is not null group by 1`;
  const rows = await database.query<{ mark: string; times: number }>({ text, values: [] });
  const made = new Map(rows.map(({ mark, times }) => [mark, times]));
  expect([...made].filter(([, times]) => times !== 1)).toEqual([]);
  expect(acknowledged.filter((mark) => !made.has(mark))).toEqual([]);
}
