import { forgetting } from '../../api/contents/forget.js';
import { type Head, linkRecords } from '../../kernel/audit/chain.js';
import { rollActivity } from '../../kernel/ledger/activity.js';
import { ledger_rebased, rollUp } from '../../kernel/ledger/balances.js';
import { checkNewEntries, checkNextAccounts, type LedgerCheck, readChecks } from '../../kernel/ledger/checks.js';
import { type Database, databaseUntil } from '../../kernel/storage/database.js';
import { forgetListeners } from '../../kernel/storage/listeners.js';
import { forgetRequestLogs } from '../../kernel/storage/request-logs.js';
import { type Deadline, deadlineIn } from '../../kernel/storage/stalled.js';
import { settleKeys } from '../../kernel/vault/stored-keys.js';
import type { Vault } from '../../kernel/vault/vault.js';

type Telling = {
  /** Receives the state of the checks of the ledger, whichever process did them. */
  readonly checked: (checks: readonly LedgerCheck[]) => void;
  /** Receives problems that the upkeep has corrected, for the operator. */
  readonly warn: (what: string) => void;
  /** Receives the head of the audit chain, so that the log holds it too. */
  readonly linked: (head: Head) => void;
  readonly onError: (error: unknown) => void;
};

/** An extra chore: runs at once and then periodically. */
export type Chore = { readonly every_seconds: number; readonly work: () => Promise<unknown> };

/** The database and the vault that upkeep works on. */
export type Kept = { readonly database: Database; readonly vault: Vault };

/**
 * Runs the chores beside the queues: rolls up balances and activity, links audit records, deletes old keys, counts, declines and messages of test mode, and checks
 * the new entries of the ledger and the vault keys every minute, and all entries once a night (promise 7).
 */
export function startUpkeep(
  { database, vault }: Kept,
  { checked, warn, linked, onError }: Telling,
  besides: readonly Chore[] = [],
  second = 1000,
): { stop(deadline_ms: number): Promise<void> } {
  const { inItsTime, abandon } = timing(database);
  const link = async (): Promise<void> => {
    const head = await inItsTime((timed) => linkRecords(timed, vault));
    if (head) linked(head);
  };
  const check = async (): Promise<void> => {
    await inItsTime(checkNewEntries);
    const checks = await readChecks(database);
    checked(checks);
    for (const { of, violations } of checks)
      if (violations > 0) warn(`the check of ${of} ledger entries found ${violations} violations; florin audit lists them`);
  };
  const chores = [
    repeat(second, async () => (await inItsTime(rollUp)) === 'rebased' && warn(ledger_rebased), onError),
    repeat(5 * second, () => inItsTime(rollActivity), onError),
    repeat(second, link, onError),
    repeat(60 * second, () => inItsTime((timed) => settleKeys(timed, vault)), onError),
    repeat(600 * second, () => forgetKeys(database), onError),
    repeat(600 * second, () => forgetCounts(database), onError),
    repeat(600 * second, () => forgetMails(database), onError),
    repeat(600 * second, () => forgetRequestLogs(database), onError),
    repeat(600 * second, () => forgetListeners(database), onError),
    repeat(600 * second, () => forgetDeclines(database), onError),
    repeat(60 * second, forgetting(database), onError),
    repeat(60 * second, check, onError),
    repeat(60 * second, () => checkAll(inItsTime), onError),
    ...besides.map(({ every_seconds, work }) => repeat(every_seconds * second, work, onError, 0)),
  ];
  return {
    stop: async (deadline_ms) => {
      const stopped = Promise.all(chores.map((each) => each.stop()));
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, deadline_ms).unref())]);
      abandon();
    },
  };
}

/** Checks all entries, some accounts at a time, if that is due. */
async function checkAll(inItsTime: InItsTime): Promise<void> {
  while (await inItsTime(checkNextAccounts));
}

/** The longest that a chore may take before it is abandoned and restarted: the server's own timeouts are shorter. */
const chore_ms = 660_000;

type InItsTime = <T>(work: (database: Database) => Promise<T>) => Promise<T>;

/**
 * A chore on a database that no longer answers is ended, so that it can be repeated later. `abandon` ends the waiting for those that have no answer: a
 * process that stops does not wait for their time.
 */
function timing(database: Database): { readonly inItsTime: InItsTime; readonly abandon: () => void } {
  const open = new Set<Deadline>();
  return {
    inItsTime: (work) => {
      const deadline = deadlineIn(chore_ms);
      open.add(deadline);
      return work(databaseUntil(database, deadline)).finally(() => {
        deadline.end();
        open.delete(deadline);
      });
    },
    abandon: () => {
      for (const each of open) each.end();
    },
  };
}

/** Repeats a chore with a pause after each run, so that a slow one never overlaps itself. */
function repeat(
  pause_ms: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
  first_ms = pause_ms,
): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let running: Promise<unknown> = Promise.resolve();
  const next = (wait_ms: number): void => {
    timer = setTimeout(() => {
      running = work()
        .catch(onError)
        .finally(() => {
          if (!stopped) next(pause_ms);
        });
    }, wait_ms);
    timer.unref();
  };
  next(first_ms);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

const batch = 5000;

/** Keys are kept for 24 hours (promise 17) by the database's clock; a backlog is deleted in batches. */
async function forgetKeys(database: Database): Promise<void> {
  for (let gone = batch; gone === batch; ) {
    const text = `delete from idempotency where (account, key) in (
      select account, key from idempotency where created_at < now() - interval '24 hours' limit ${batch}) returning 1`;
    gone = (await database.query({ text, values: [] })).length;
  }
}

/** Messages of test mode are deleted after 30 days; their timestamps are the service's. */
async function forgetMails(database: Database): Promise<void> {
  for (let gone = batch; gone === batch; ) {
    const text = `delete from mails where (account, id) in (
      select account, id from mails where created_at < now() - interval '30 days' limit ${batch}) returning 1`;
    gone = (await database.query({ text, values: [] })).length;
  }
}

/** Declines count for an hour on the account's clock, which is never behind the service's; those on a test clock in the past are deleted earlier. */
async function forgetDeclines(database: Database): Promise<void> {
  for (let gone = batch; gone === batch; ) {
    const text = `delete from usage where (account, metered, customer, at, id) in (
      select account, metered, customer, at, id from usage
      where metered like 'declines %' and at < extract(epoch from now() - interval '1 day') limit ${batch}) returning 1`;
    gone = (await database.query({ text, values: [] })).length;
  }
}

/** Every counted window is shorter than an hour. */
const forgetCounts = (database: Database): Promise<object[]> =>
  database.query({ text: `delete from counts where began_ms < extract(epoch from now() - interval '1 hour') * 1000`, values: [] });
