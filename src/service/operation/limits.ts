import type { Turn } from '../../api/http/routes.js';
import { refused } from '../../kernel/base/refusal.js';
import type { Caller } from '../../kernel/engine/engine.js';
import type { Take } from '../../kernel/storage/counts.js';

/** The limits by a count: requests of a key, wrong keys of an address, attempts to sign in. */
export const limit_names = ['requests', 'sign_in', 'wrong_keys'] as const;

/** The count that all processes share, and the service's clock. */
export type Counting = { readonly take: Take; readonly now_ms: () => number };

/** The maximum per window, the length of the window, and how many unused grants a process holds at most. */
type Bound = { readonly limit: (typeof limit_names)[number]; readonly most: number; readonly lasts_ms: number; readonly held_max: number };

const loopback = /^(::ffff:)?127\.|^::1$/;

/** At most twenty wrong keys a minute from one address (promise 37). In an open sandbox a loopback address has no limit: there is no key to guess. */
export function wrongKeyLimit(counting: Counting, open_sandbox: boolean): (address: string) => Promise<void> {
  const { draw } = shares(counting, { limit: 'wrong_keys', most: 20, lasts_ms: 60_000, held_max: 1 });
  return (address) => (open_sandbox && loopback.test(address) ? granted : draw(`wrong key ${address}`).granted);
}

/** Counts attempts to sign in; each throws when there were too many. */
export type SignInLimits = Readonly<Record<'byAddress' | 'byName' | 'once', (name: string) => Promise<void>>>;

/**
 * Thirty attempts to sign in a minute from one address, ten in a quarter of an hour for one name, and a single answer to a challenge. In an open sandbox a loopback address has no
 * limit.
 */
export function signInLimits(counting: Counting, open_sandbox: boolean): SignInLimits {
  const addresses = shares(counting, { limit: 'sign_in', most: 30, lasts_ms: 60_000, held_max: 1 });
  const names = shares(counting, { limit: 'sign_in', most: 10, lasts_ms: 900_000, held_max: 1 });
  const singles = shares(counting, { limit: 'sign_in', most: 1, lasts_ms: 900_000, held_max: 1 });
  return {
    once: (name) => singles.draw(`once ${name}`).granted,
    byAddress: (address) => (open_sandbox && loopback.test(address) ? granted : addresses.draw(`sign in ${address}`).granted),
    byName: (name) => names.draw(`sign in as ${name}`).granted,
  };
}

/** Requests per second of one key; 0 is no limit. */
export type RequestLimits = { readonly live: number; readonly test: number };

const granted = Promise.resolve();
const unlimited: Turn = { admitted: granted, granted, giveBack: () => {} };

/**
 * Limits the requests per second of one key, over all processes. Requests from payers' pages and browsers do not count against the merchant's keys. A
 * replayed response gives its share back; so that a replay is found even at the limit, as many requests again may look for a stored response.
 */
export function keyLimit(counting: Counting, { live, test }: RequestLimits): (caller: Caller, may_repeat: boolean) => Turn {
  const of_mode = (most: number): Shares | null =>
    most === 0 ? null : shares(counting, { limit: 'requests', most, lasts_ms: 1000, held_max: Math.ceil(most / 10) });
  const modes = { live: of_mode(live), test: of_mode(test) };
  return ({ account, key_id, livemode }, may_repeat) => {
    const mode = modes[livemode ? 'live' : 'test'];
    if (!mode) return unlimited;
    const name = `requests ${account} ${key_id}`;
    const turn = mode.draw(name);
    if (!turn.is_refused) return { ...turn, admitted: granted };
    return { ...turn, admitted: may_repeat ? mode.draw(`${name} repeated`).granted : turn.granted };
  };
}

/** One grant: from the held share, or after this process has got more. */
type Drawn = { readonly granted: Promise<void>; readonly is_refused: boolean; readonly giveBack: () => void };

type Shares = { readonly draw: (name: string) => Drawn };

/** The grants of one count that this process holds. */
type Held = {
  until_ms: number;
  left: number;
  used: number;
  waiting: number;
  /** The window's count is used up. */
  empty: boolean;
  getting: Promise<void> | null;
};

const names_max = 10_000;

type Sharing = Counting & Bound & { readonly known: Map<string, Held> };

/**
 * Shares of counts. A process takes several grants at a time, more of counts it uses often, so that a busy process rarely asks and an idle one holds
 * no grants that another could use.
 */
function shares(counting: Counting, bound: Bound): Shares {
  const sharing = { ...counting, ...bound, known: new Map<string, Held>() };
  return {
    draw: (name) => {
      const held = heldOf(sharing, name);
      const is_refused = held.left === 0 && held.empty;
      const drawn = drawOne(sharing, name, held);
      // A request that is refused for another reason does not await this promise.
      drawn.catch(() => {});
      const giveBack = (): void => void drawn.then(() => (held.left += 1)).catch(() => {});
      return { granted: drawn, is_refused, giveBack };
    },
  };
}

function heldOf({ known, now_ms, lasts_ms }: Sharing, name: string): Held {
  const held = known.get(name);
  if (held && (held.getting || held.until_ms > now_ms())) return held;
  if (known.size >= names_max) known.clear();
  const fresh = { until_ms: now_ms() + lasts_ms, left: 0, used: 0, waiting: 0, empty: false, getting: null };
  known.set(name, fresh);
  return fresh;
}

async function drawOne(sharing: Sharing, name: string, held: Held): Promise<void> {
  held.waiting += 1;
  try {
    while (held.left === 0 && !held.empty) {
      held.getting ??= get(sharing, name, held);
      await held.getting;
    }
  } finally {
    held.waiting -= 1;
  }
  if (held.left === 0) throw tooMany(sharing, held.until_ms - sharing.now_ms());
  held.left -= 1;
  held.used += 1;
}

async function get({ take, now_ms, most, lasts_ms, held_max }: Sharing, name: string, held: Held): Promise<void> {
  const wanted = Math.min(most, Math.max(held.waiting, Math.min(held.used, held_max)));
  const asked_ms = now_ms();
  try {
    const { granted, began_ms } = await take({ name, wanted, most, lasts_ms, now_ms: asked_ms });
    // If another process's clock is ahead, the window appears to begin in the future; it must not last longer for that.
    held.until_ms = Math.min(began_ms, asked_ms) + lasts_ms;
    held.left += granted;
    held.empty = granted < wanted;
  } finally {
    held.getting = null;
  }
}

/** The refusal, with the name of its limit for the metrics. */
const tooMany = ({ limit }: Bound, ms: number): Error =>
  Object.assign(refused({ code: 'rate_limit', retry_after_seconds: Math.max(1, Math.ceil(ms / 1000)) }), { limit });
