import { setTimeout as pause } from 'node:timers/promises';
import { nearest } from '../../kernel/base/nearest.js';
import type { Described } from './described.js';
import { runFixtures } from './fixture-run.js';
import { type Changing, changedBy, changing, shown } from './fixtures.js';
import { type OfResult, sayObject, sayResult } from './result.js';
import { type Asking, asking, connectionTo, serviceOf } from './service.js';
import type { Trigger } from './triggers/requests.js';
import { triggers, without_trigger } from './triggers/triggers.js';
import { misused } from './usage.js';

type Options = Asking & Changing & OfResult & { readonly list?: boolean; readonly print?: boolean };

/** `florin trigger`: brings about an event of a type, by the requests that cause it. */
export const triggering: Described = {
  json: 'print each event as a line of JSON',
  examples: [
    'florin trigger payment_intent.succeeded',
    "florin trigger payment_intent.succeeded --override payment_intent:amount=5000 --add 'payment_intent:metadata[order]=1742'",
    'florin trigger customer.subscription.trial_will_end --print > trial.json',
    'florin trigger --list',
  ],
  notes:
    'Billing events happen on test clocks of their own. Events of the balance move the clock of the whole sandbox; --list marks their types.',
  add: (command) =>
    changing(asking(command))
      .argument('[types...]', 'types of events, such as payment_intent.succeeded')
      .option('--list', 'list the types of events')
      .option('--print', 'print the requests as a fixture file, which florin fixtures sends')
      .action(async (types: readonly string[], options: Options) => {
        if (options.list) return listTypes(options);
        if (types.length === 0) throw misused('Name a type of event, such as payment_intent.succeeded. florin trigger --list has all.');
        for (const type of types) await (options.print ? printFixtures(type, options) : bringAbout(type, options));
      }),
};

function triggerOf(type: string): Trigger {
  const found = triggers[type];
  if (found) return found;
  const why = without_trigger[type];
  if (why) throw misused(`No request brings about ${type}: ${why}.`);
  const near = nearest(type, Object.keys(triggers));
  throw misused(
    `No event of the type ${type} can be triggered.${near === null ? '' : ` Did you mean ${near}?`} florin trigger --list has all types.`,
  );
}

function listTypes(options: Options): void {
  for (const [type, trigger] of Object.entries(triggers)) {
    const moves = trigger.fixtures.some(({ path }) => path.includes('sandbox_clock/advance'));
    sayResult(options, { type, moves_sandbox_clock: moves }, `${type}${moves ? '  (moves the clock of the sandbox)' : ''}`);
  }
}

function printFixtures(type: string, options: Options): void {
  const file = { _meta: { template_version: 0 }, fixtures: changedBy(triggerOf(type).fixtures, options) };
  sayObject(options, file);
}

type Event = { readonly id: string; readonly type: string };

const look_ms = 100;
const patience_ms = 20_000;

/** Sends the requests, then waits for the event: some follow a response by moments. */
async function bringAbout(type: string, options: Options): Promise<void> {
  const { fixtures, in_account } = triggerOf(type);
  const connection = connectionTo(options);
  const newest = async (account?: string): Promise<Event | undefined> => {
    const service = serviceOf(connection, account ? { 'stripe-account': account } : {});
    return (await service<{ readonly data: readonly Event[] }>('GET', '/v1/events', new URLSearchParams({ 'types[]': type, limit: '1' })))
      .data[0];
  };
  const before = in_account ? undefined : await newest();
  const show = options.json ? () => {} : shown;
  const responses = await runFixtures(changedBy(fixtures, options), { connection, environment: process.env, show });
  const account = in_account && (responses[in_account] as { readonly id: string }).id;
  for (const until_ms = Date.now() + patience_ms; Date.now() < until_ms; await pause(look_ms)) {
    const event = await newest(account);
    if (event && event.id !== before?.id) {
      return sayResult(options, event, `${event.id}  ${event.type}`);
    }
  }
  throw new Error(`The requests succeeded, but no ${type} followed within ${patience_ms / 1000} seconds.`);
}
