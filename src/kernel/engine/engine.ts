import { accountOf, tenantOf } from '../base/books.js';
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

/** The account and mode something happens in. */
export type Tenant = {
  /** The key of every table: the account and its mode. Live and test share no row (promise 35). */
  readonly account: string;
  readonly account_id: string;
  readonly livemode: boolean;
  /** Whether it is connected with a platform; known of whoever asks. */
  readonly is_connected?: boolean;
  /** How far the account's own clock is ahead of the service's. */
  readonly clock_offset_ms: number;
  /** How far its ids are ahead of the service's clock: they are where an account's clock was moved before ids were the service's. */
  readonly id_offset_ms: number;
};

/** Whoever asks. */
export type Caller = Tenant & {
  readonly kind: 'secret' | 'restricted' | 'publishable' | 'page' | 'visitor' | 'ephemeral';
  readonly key_id: string;
  readonly permissions: readonly string[];
  /** What the signed address of a page was made for, of a page's or a visitor's. */
  readonly page?: Subject & { readonly attempt: string };
  /** The customer that an ephemeral key is for. */
  readonly customer?: string;
};

/** Whether a payer asks, and not the merchant's server. */
export const isOfPayer = (kind: Caller['kind']): boolean => kind !== 'secret' && kind !== 'restricted';

/** How an object is to be shown. */
export type View = {
  readonly kind: Caller['kind'];
  /** Of a restricted key: it expands only what it may read. */
  readonly permissions?: readonly string[];
  readonly version: string | null;
  readonly expand: readonly string[];
};

/** How the service itself looks at objects, when nobody has asked. */
export const own_view: View = { kind: 'secret', version: null, expand: [] };

/** What callers are looked up with: the ways to the database of the request that needs it. */
export type Looking = Pick<Engine, 'load' | 'now_ms'>;

/** Who asks as far as this process knows when the head of a request is there, and who it is by now: a body may take its time. */
export type Recognized = { readonly caller: Caller; readonly now: (looking: Looking) => Promise<Caller> };

/** Whom a tables' key speaks of, with the account's own clock as it is known. */
export function tenantFrom(account: string, { clock_offset_ms, id_offset_ms }: Pick<Tenant, 'clock_offset_ms' | 'id_offset_ms'>): Tenant {
  const account_id = accountOf(account);
  return { account, account_id, livemode: account === account_id, clock_offset_ms, id_offset_ms };
}

/** A reply, before its headers. */
export type Reply = {
  readonly status: number;
  readonly text: string;
  readonly replayed?: true;
  readonly download?: Download;
  readonly retry_after_seconds?: number | undefined;
};

/** An object about to be shown: `text` is its document, `secret` what is added to it. */
export type Shown = { readonly resource: AnyResource; readonly text: string; readonly secret: string | null };

/** Objects of the write under way, which no read finds yet. */
export type Near = { readonly find: (object: string, id: string) => Shown | null; readonly all: (object: string) => readonly Shown[] };

/** The ways to show; http has them and hands them in. */
export type Render = {
  readonly object: (shown: Shown, account: string, view: View, near: Near) => string | Promise<string>;
  readonly refusal: (refusal: Refusal, shown: Shown | null, view: View) => Reply;
};

/** A catalogue with its indexes. */
export type Index = {
  readonly catalogue: Catalogue;
  readonly resources: ReadonlyMap<string, AnyResource>;
  /** What takes answers, by the kind of object and the verb of the question. */
  readonly results: ReadonlyMap<string, AnyRule>;
  /** What happens by itself, by the kind of object and the timer. */
  readonly timers: ReadonlyMap<string, AnyRule>;
  /** What follows the events of a kind of object. */
  readonly followers: ReadonlyMap<string, readonly AnyRule[]>;
  readonly questions: ReadonlyMap<string, AnyQuestion>;
  /** Other forms of stored objects. */
  readonly forms: readonly AnyResource[];
  /** The kinds whose objects can be deleted. */
  readonly deletable: ReadonlySet<string>;
  /** The kinds that lend their test clock to objects that refer to them, in their order of precedence. */
  readonly lenders: readonly string[];
  /** The members of each kind through which its objects get a clock. */
  readonly lent: ReadonlyMap<string, readonly Lender[]>;
};

/** All that the engine works with; made once by the process's entry. */
export type Engine = {
  readonly database: Database;
  readonly load: Load;
  readonly list: ReadList;
  readonly store: Store;
  readonly vault: Vault;
  readonly ids: Ids;
  /** Milliseconds since the Unix epoch on the service's clock. */
  readonly now_ms: () => number;
  readonly index: Index;
  /** Clocks moved by this process, ahead of what callers' remembered keys say; they only ever move forward. */
  readonly moved_clocks: Map<string, number>;
  /** The processors that can answer an ask, best first; empty when none is configured. */
  readonly processorsFor: (tenant: Tenant, ask: AnyAsk) => readonly Answerer[];
  /** How long a request waits for a processor, or a clock, before it answers with what is known; the rest goes on without it. Real time. */
  readonly answer_deadline_ms: number;
  /** Why deliveries may not go to a URL; null if they may. */
  readonly refusalOfUrl: (url: string) => string | null;
  /** How many enabled webhook endpoints an account may have in each mode. */
  readonly endpoints_max: number;
  /** How many attempts that a browser confirms may be declined of one intent within an hour. */
  readonly declines_per_hour_max: number;
  /** A local processor is asked before the one write of a request; off, every ask takes the road between two. */
  readonly one_write: boolean;
  /** The signed public address of a page about one object. */
  readonly pageUrl: (page: Page, account: string, subject: Subject, attempt: string) => string;
  /** Multiplies every wait that is not real time in a test: schedules, timers, retries. 1 in service. */
  readonly time_scale: number;
  /** Told after a commit in which queues it has stored what can be done at once, so that a worker of this process need not wait for its next look; all of them where nobody says. */
  readonly wake: (queues?: readonly Queue[]) => void;
  /** Told of a fault of a processor, or of what was due on a clock; it is repeated. */
  readonly fault: (error: unknown, job: string) => void;
  readonly failpoint: (name: Failpoint) => Promise<void>;
  readonly render: Render;
};

/**
 * Indexes a catalogue: every resource it speaks of by its kind, every rule by what makes it be applied. A timer of its own resources
 * without a rule is a fault; what happens to others is not its affair.
 */
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
    lent: new Map([...resources.values()].map(({ object, fields }) => [object, lendersAmong(lenders, fields)])),
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

/** A member or a parameter that names an object of a kind which lends its clock. */
export type Lender = { readonly name: string; readonly object: string };

/** The members or parameters that name an object which lends its clock, in the order of the kinds. */
export const lendersAmong = (lenders: readonly string[], fields: Fields): Lender[] =>
  lenders.flatMap((object) => Object.entries(fields).flatMap(([name, { refers_to }]) => (refers_to === object ? [{ name, object }] : [])));

/** The other account's tenancy, in the same mode. */
export const otherTenant = ({ livemode, clock_offset_ms, id_offset_ms }: Tenant, account_id: string): Tenant => ({
  account: tenantOf(account_id, livemode),
  account_id,
  livemode,
  clock_offset_ms,
  id_offset_ms,
});

/** Whose books an object lies in that is named within a tenant. */
export const bookkeeperOf = ({ own_books }: AnyResource, tenant: Tenant, id: string): Tenant =>
  own_books && id !== tenant.account_id ? otherTenant(tenant, id) : tenant;

/** Milliseconds that a new id of the account's carries: the service's time. */
export const idTime = (service_ms: number, { id_offset_ms }: Tenant): number => service_ms + id_offset_ms;

/** How far a tenant's own clock is ahead, in milliseconds. */
export const clockOffset = (engine: Engine, { account, clock_offset_ms }: Tenant): number =>
  Math.max(clock_offset_ms, engine.moved_clocks.get(account) ?? 0);

/** The resource of that kind. */
export function resourceOf(index: Index, object: string): AnyResource {
  const found = index.resources.get(object);
  if (!found) throw new Error(`No resource is called ${object}`);
  return found;
}
