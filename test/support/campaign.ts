import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';

/** `CAMPAIGN`: the factor by which the long tests repeat their work. `npm run campaign` sets 1, `npm test` does a share of it. */
const campaigns = wholeNumber(process.env.CAMPAIGN || '0');

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`CAMPAIGN is ${text}. Set it to a whole number, or leave it out.`);
  return Number(text);
}

/** The repetitions of the long tests: in a campaign, and in an ordinary run. */
const figures = {
  /** Kills of a service and its database under load. */
  kills: { campaign: 10, share: 3 },
  /** Failures of the connection to the database under load. */
  failures_of_database: { campaign: 120, share: 8 },
  /** A disk of the database that is filled under load. */
  full_disks: { campaign: 10, share: 1 },
  /** A disk of the database that becomes slow under load. */
  slow_disks: { campaign: 10, share: 1 },
  /** Jumps of the machine's clock under load. */
  clock_jumps: { campaign: 200, share: 10 },
  /** Crashes at each failpoint, of a service in a separate process. */
  crashes: { campaign: 2, share: 1 },
  /** Commands for the rules of money, without a database. */
  commands_of_rules: { campaign: 20_000, share: 2500 },
  /** Commands for the service over HTTP. */
  commands_of_money: { campaign: 1500, share: 300 },
  /** Commands for the rules of billing, without a database. */
  commands_of_billing_rules: { campaign: 10_000, share: 1200 },
  /** Commands for the service over HTTP. */
  commands_of_billing: { campaign: 400, share: 40 },
  /** Commands about an issued card for the service over HTTP. */
  commands_of_issuing: { campaign: 2000, share: 160 },
  commands_of_shop: { campaign: 1000, share: 250 },
  /** Groups of parallel requests under one key each; a multiple of twenty. */
  groups: { campaign: 200, share: 40 },
  /** Kills during renewals, on each write path. */
  measure_kills: { campaign: 30, share: 4 },
  /** Timers within a year that a clock is advanced over; a multiple of four. */
  timers: { campaign: 10_000, share: 200 },
  /** Events that are delivered at a hundred a second. */
  deliveries: { campaign: 1500, share: 100 },
  /** Sealed numbers that get a new key while the rotation is killed. */
  sealed_records: { campaign: 10_000, share: 1200 },
  /** Rounds of concurrent payouts, refunds and disputes. */
  rounds_of_bank: { campaign: 6, share: 2 },
  /** Rounds in which merchants of every kind work at once. */
  rounds_of_mixed_load: { campaign: 100, share: 1 },
  /** Rounds of transfers between accounts, with a history of reads. */
  rounds_of_transfers: { campaign: 60, share: 3 },
} as const;

/** Whether this is a campaign, which also asserts speed: it has the machine for itself. */
export const is_campaign = campaigns > 0;

/** The number of repetitions in this run. */
export const repeats = (name: keyof typeof figures): number => (campaigns ? figures[name].campaign * campaigns : figures[name].share);

/** All of a list in a campaign; otherwise every `step`th, starting with the one at `start`. */
export const sampled = <T>(all: readonly T[], step: number, start = 0): readonly T[] =>
  campaigns ? all : all.filter((_, place) => place % step === start % step);

/** Adds to a count of the campaign, for the figures at its end; an ordinary run does not. */
export function count(figure: string, done: number): void {
  if (campaigns) appendFileSync(inject('figures'), `${figure}\t${done}\n`);
}
