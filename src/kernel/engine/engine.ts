import { accountOf, tenantOf } from '../base/books.js';
import type { Viewed } from '../base/effects.js';
import type { Failpoint } from '../base/failpoint.js';
import type { Fields } from '../base/fields.js';
import type { Download } from '../base/handler.js';
import type { Ids } from '../base/ids.js';
import type { Answerer, AnyAsk, AnyQuestion, Subject } from '../base/question.js';
import type { Refusal } from '../base/refusal.js';
import type { AnyResource, Page } from '../base/resource.js';
import type { AnyRule, Catalogue } from '../base/rules.js';
import type { Queue } from '../jobs/jobs.js';
import type { Database } from '../storage/database.js';
import type { ReadList } from '../storage/list.js';
import type { Load } from '../storage/load.js';
import type { Store } from '../storage/writes.js';
import type { Vault } from '../vault/vault.js';
import type { Clock } from './clock.js';

/** An account in one mode. */
export type Tenant = {
  /** The tenant key of every table: the account and its mode. Live and test mode share no rows (promise 35). */
  readonly account: string;
  readonly account_id: string;
  readonly livemode: boolean;
  /** Whether it is connected to a platform; only known for callers. */
  readonly is_connected?: boolean;
  /** The offset of the account's own clock from the service's. */
  readonly clock_offset_ms: number;
  /** The offset of its ids from the service's clock, for accounts whose clock was advanced before ids used the service's time. */
  readonly id_offset_ms: number;
  /** How often its books were replaced: by a reset of the sandbox, or by a snapshot of it. */
  readonly epoch: number;
};

/** The caller of a request. */
export type Caller = Tenant & {
  readonly kind: 'secret' | 'restricted' | 'publishable' | 'page' | 'visitor' | 'ephemeral';
  readonly key_id: string;
  readonly permissions: readonly string[];
  /** The object and attempt of a page's or a visitor's signed address. */
  readonly page?: Subject & { readonly attempt: string };
  /** The object that an ephemeral key belongs to. */
  readonly holder?: Subject;
  /** The member of the account who calls by a session; `key_id` is then the session's id. */
  readonly member?: { readonly id: string; readonly role: string };
};

/** Whether the caller is a payer, not the merchant's server. */
export const isOfPayer = (kind: Caller['kind']): boolean => kind !== 'secret' && kind !== 'restricted';

/** How to show an object. */
export type View = {
  readonly kind: Caller['kind'];
  /** For a restricted key: it expands only objects that it may read. */
  readonly permissions?: readonly string[];
  readonly version: string | null;
  readonly expand: readonly string[];
};

/** The view of the service itself. */
export const own_view: View = { kind: 'secret', version: null, expand: [] };

/** The database access of the request for which a caller is looked up. */
export type Looking = Pick<Engine, 'load' | 'now_ms'>;

/** The cached caller when the headers have arrived, and a function that revalidates it, because a body may take long. */
export type Recognized = { readonly caller: Caller; readonly now: (looking: Looking) => Promise<Caller> };

/** The tenant of a tenant key, with the account's known clock. */
export function tenantFrom(account: string, { clock_offset_ms, id_offset_ms, epoch }: Clock): Tenant {
  const account_id = accountOf(account);
  return { account, account_id, livemode: account === account_id, clock_offset_ms, id_offset_ms, epoch };
}

/** A caller that may not be cached yet. */
export type Identified = Pick<Recognized, 'now'> & { readonly cached: Caller | null };

/** A reply, without its headers. */
export type Reply = {
  readonly status: number;
  readonly text: string;
  readonly replayed?: true;
  readonly download?: Download;
  readonly retry_after_seconds?: number | undefined;
};

/** An object to show: `text` is its document, `secret` is added to it, and what a view has computed is added for pages. */
export type Shown = {
  readonly resource: AnyResource;
  readonly text: string;
  readonly secret: string | null;
  readonly viewed?: Viewed | undefined;
};

/** The objects of the current write, which reads do not find yet. */
export type Near = { readonly find: (object: string, id: string) => Shown | null; readonly all: (object: string) => readonly Shown[] };

/** Renders objects and refusals; implemented by the API. */
export type Render = {
  readonly object: (shown: Shown, account: string, view: View, near: Near) => string | Promise<string>;
  readonly refusal: (refusal: Refusal, shown: Shown | null, view: View) => Reply;
};

/** A catalogue with its indexes. */
export type Index = {
  readonly catalogue: Catalogue;
  readonly resources: ReadonlyMap<string, AnyResource>;
  /** Result rules by object and verb. */
  readonly results: ReadonlyMap<string, AnyRule>;
  /** Timer rules by object and timer. */
  readonly timers: ReadonlyMap<string, AnyRule>;
  /** Reactions by the object whose events they follow. */
  readonly followers: ReadonlyMap<string, readonly AnyRule[]>;
  readonly questions: ReadonlyMap<string, AnyQuestion>;
  /** Other shapes of stored objects. */
  readonly forms: readonly AnyResource[];
  /** The kinds whose objects can be deleted. */
  readonly deletable: ReadonlySet<string>;
  /** The kinds that lend their test clock to objects that refer to them, in order of precedence. */
  readonly lenders: readonly string[];
  /** The members or parameters among some fields that refer to a lender of its clock, in order of precedence. */
  readonly lent: (fields: Fields) => readonly Lender[];
};

/** The engine's dependencies and settings; created once per process. */
export type Engine = {
  readonly database: Database;
  /** The database for searches and reports, and that of `list`: a replica where one is configured. */
  readonly reads: Database;
  readonly load: Load;
  readonly list: ReadList;
  readonly store: Store;
  readonly vault: Vault;
  readonly ids: Ids;
  /** Milliseconds since the Unix epoch on the service's clock. */
  readonly now_ms: () => number;
  readonly index: Index;
  /** Clocks that this process has advanced, which cached callers may not have yet; within an epoch their offsets only increase. */
  readonly moved_clocks: Map<string, Pick<Clock, 'clock_offset_ms' | 'epoch'>>;
  /** The processors that can answer an ask, in order of preference; empty if none is configured. */
  readonly processorsFor: (tenant: Tenant, ask: AnyAsk) => readonly Answerer[];
  /** The names of the processors with a verb that the operator's settings give to an account. */
  readonly processorsOf: (party: Pick<Tenant, 'account_id' | 'livemode'>, verb: string) => readonly string[];
  /** How long a request waits for a processor, or a clock, before it replies with the current state; the work continues without it. Real time. */
  readonly answer_deadline_ms: number;
  /** Why deliveries may not be sent to a URL; null if they may. */
  readonly refusalOfUrl: (url: string) => string | null;
  /** The maximum of enabled webhook endpoints per account and mode. */
  readonly endpoints_max: number;
  /** The maximum of declined attempts from browsers per intent and hour. */
  readonly declines_per_hour_max: number;
  /** Asks a local processor before the single write of a request; off, every ask is stored first. */
  readonly one_write: boolean;
  /** The signed public address of an object's page. */
  readonly pageUrl: (page: Page, account: string, subject: Subject, attempt: string) => string;
  /** Scales all waits except real-time ones: schedules, timers, retries. 1 in production. */
  readonly time_scale: number;
  /**
   * Called after a commit with the queues that have new due jobs, so that a worker of this process starts at once; without argument for all queues.
   */
  readonly wake: (queues?: readonly Queue[]) => void;
  /** Receives an error of a processor or of due work, which is retried. */
  readonly fault: (error: unknown, job: string) => void;
  readonly failpoint: (name: Failpoint) => Promise<void>;
  readonly render: Render;
};

/** Indexes a catalogue: resources by kind, rules by their cause. A timer of the catalogue's own resources without a rule is an error. */
export function indexOf(catalogue: Catalogue, questions: readonly AnyQuestion[], others: readonly AnyResource[] = []): Index {
  const own = catalogue.flatMap((entry) => ('resource' in entry ? [entry.resource] : []));
  const rules = catalogue.filter((entry): entry is AnyRule => rule_kinds.has(entry.kind));
  const named = (kind: AnyRule['kind']): Map<string, AnyRule> => byName(rules.filter((each) => each.kind === kind));
  const timers = named('timer');
  for (const { object, timers: names = [] } of new Set(own))
    for (const name of names) if (!timers.has(`${object} ${name}`)) throw new Error(`${object} has a timer ${name} but no rule for it`);
  const resources = new Map([...others, ...own].map((resource) => [resource.object, resource]));
  const lenders = [...resources.values()].flatMap(({ object, lends_clock }) => (lends_clock ? [object] : []));
  return {
    catalogue,
    resources,
    results: named('result'),
    timers,
    followers: followersIn(rules),
    questions: new Map(questions.map((each) => [each.verb, each])),
    forms: [...resources.values()].filter(({ form_of }) => form_of),
    deletable: new Set(
      catalogue.flatMap((entry) => (entry.kind === 'action' && entry.rule.name === 'delete' ? [entry.resource.object] : [])),
    ),
    lenders,
    lent: lendersAmong(lenders),
  };
}

function byName(rules: readonly AnyRule[]): Map<string, AnyRule> {
  const named = new Map(rules.map((each) => [`${each.resource.object} ${each.name}`, each]));
  if (named.size < rules.length) throw new Error('Two rules take the same timer or the same answer of one resource');
  return named;
}

function followersIn(rules: readonly AnyRule[]): Map<string, AnyRule[]> {
  const followers = new Map<string, AnyRule[]>();
  for (const rule of rules) {
    const cause = rule.reaction?.cause.object;
    if (cause) followers.set(cause, [...(followers.get(cause) ?? []), rule]);
  }
  return followers;
}

const rule_kinds: ReadonlySet<string> = new Set<AnyRule['kind']>(['rule', 'creation', 'timer', 'result', 'reaction', 'consequence']);

/** A member or parameter that refers to an object of a lending kind. */
export type Lender = { readonly name: string; readonly object: string };

/** Finds the lenders among the fields of a kind or a rule once, because every write needs them. */
function lendersAmong(lenders: readonly string[]): Index['lent'] {
  const known = new WeakMap<Fields, readonly Lender[]>();
  return (fields) => {
    const found =
      known.get(fields) ??
      lenders.flatMap((object) =>
        Object.entries(fields).flatMap(([name, { refers_to }]) => (refers_to === object ? [{ name, object }] : [])),
      );
    known.set(fields, found);
    return found;
  };
}

/** The tenant of another account in the same mode. */
export const otherTenant = ({ livemode, clock_offset_ms, id_offset_ms, epoch }: Tenant, account_id: string): Tenant => ({
  account: tenantOf(account_id, livemode),
  account_id,
  livemode,
  clock_offset_ms,
  id_offset_ms,
  epoch,
});

/** The tenant that holds an object which a tenant refers to. */
export const bookkeeperOf = ({ own_books }: AnyResource, tenant: Tenant, id: string): Tenant =>
  own_books && id !== tenant.account_id ? otherTenant(tenant, id) : tenant;

/** The time in milliseconds for a new id of the account: the service's time. */
export const idTime = (service_ms: number, { id_offset_ms }: Tenant): number => service_ms + id_offset_ms;

/** The offset of a tenant's own clock, in milliseconds. */
export function clockOffset({ moved_clocks }: Pick<Engine, 'moved_clocks'>, { account, clock_offset_ms, epoch }: Tenant): number {
  const moved = moved_clocks.get(account);
  return moved?.epoch === epoch ? Math.max(clock_offset_ms, moved.clock_offset_ms) : clock_offset_ms;
}

/** The resource of a kind. */
export function resourceOf(index: Index, object: string): AnyResource {
  const found = index.resources.get(object);
  if (!found) throw new Error(`No resource is called ${object}`);
  return found;
}
