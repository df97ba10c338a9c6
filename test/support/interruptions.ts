import type { Failpoint } from '../../src/kernel/base/failpoint.js';
import type { Engine } from '../../src/kernel/engine/engine.js';
import { accountOf } from './merchant.js';
import type { Client, TestService } from './service.js';
import { rowsOf } from './services.js';

/** How a process is interrupted: its code throws, or it stops forever, as after kill -9. */
export type Effect = 'error' | 'death';

/** A process that is interrupted on purpose. */
export type Interrupted = {
  /** Interrupts the `turn`th pass of the failpoint from now; `hit` resolves when it has. */
  arm(name: Failpoint, turn: number, effect: Effect): { readonly hit: Promise<'hit'> };
  disarm(): void;
};

/** The number of hits of each failpoint in this file. */
export const hits = new Map<Failpoint, number>();

type Armed = { readonly name: Failpoint; left: number; readonly effect: Effect; readonly tell: (hit: 'hit') => void };

/** Takes over a service's failpoints. A call that dies there holds no connection: failpoints are between writes, never inside one. */
export function interrupted({ engine }: TestService): Interrupted {
  let armed: Armed | null = null;
  const failpoint: Engine['failpoint'] = async (name) => {
    if (armed?.name !== name || --armed.left > 0) return;
    const { effect, tell } = armed;
    armed = null;
    hits.set(name, (hits.get(name) ?? 0) + 1);
    tell('hit');
    if (effect === 'error') throw new Error(`The failpoint ${name} was hit`);
    await new Promise(() => {});
  };
  Object.assign(engine, { failpoint });
  return {
    arm: (name, turn, effect) => {
      const hit = new Promise<'hit'>((tell) => {
        armed = { name, left: turn, effect, tell };
      });
      return { hit };
    },
    disarm: () => {
      armed = null;
    },
  };
}

/** Abandoned work is taken over, as it would be within a minute: leases end, and asks are due at once. */
export const release = (service: TestService): Promise<object[]> =>
  rowsOf(
    service,
    `update jobs set leased_until = null, due_at = case when queue in ('ask', 'webhook') then least(due_at, clock_timestamp()) else due_at end`,
  );

/** Waits until no due work is left. */
export const atRest = (service: TestService): Promise<unknown> =>
  service.until(async () => {
    const left = await rowsOf(service, `select id from jobs where queue <> 'due' or due_at <= clock_timestamp() limit 1`);
    return left.length === 0;
  });

/** A picture of a sandbox's money, without the ids and times that differ each time. */
export type Picture = { readonly objects: string[]; readonly events: string[]; readonly ledger: object[] };

const told_members = [
  ...['status', 'amount', 'amount_capturable', 'amount_received', 'amount_captured', 'amount_refunded', 'amount_disputed'],
  ...['captured', 'refunded', 'disputed', 'paid', 'type', 'net', 'fee', 'failure_code', 'cancellation_reason'],
];

type Row = { readonly object: string; readonly doc: string };

/** Takes the picture. */
export async function pictureOf(service: TestService, client: Client): Promise<Picture> {
  const account = `${await accountOf(client)}_test`;
  const kinds = ['payment_intent', 'charge', 'refund', 'dispute', 'payout', 'balance_transaction', 'topup', 'payment_method'];
  const rows = await rowsOf<Row>(service, 'select object, doc from objects where account = $1 and object = any ($2)', account, kinds);
  const logged = await rowsOf<{ type: string; status: string | null }>(
    service,
    'select type, status from event_log where account = $1',
    account,
  );
  const moved = 'select movement, currency, amount from entries where account = $1 order by movement, amount';
  return {
    objects: rows.map(({ object, doc }) => [object, ...seen(JSON.parse(doc))].join(' ')).sort(),
    events: logged.map(({ type, status }) => `${type} ${status}`).sort(),
    ledger: await rowsOf(service, moved, account),
  };
}

const seen = (doc: Readonly<Record<string, unknown>>): string[] =>
  told_members.filter((name) => doc[name] !== undefined && doc[name] !== null).map((name) => `${name}=${doc[name]}`);
