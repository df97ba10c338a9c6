import type { Concealed } from './concealed.js';
import type { Around, Effects } from './effects.js';
import type { AnyField, Fields, Given, SaidFields } from './fields.js';
import type { CreatedRange } from './kinds.js';
import type { RateTable, UsageAsked } from './reads.js';
import type { Refuse } from './refusal.js';
import type { AnyResource, It } from './resource.js';
import type { Route } from './rules.js';

/** The time of an account's own clock in seconds; while it advances, its target, and the time up to which all due work is done. */
export type ClockShown = { readonly now: number; readonly advancing: { readonly to: number; readonly reached: number } | null };

/** The events to deliver again: one, to an endpoint or to all that want it; or those of a time range that an endpoint wants. */
export type Resending =
  | { readonly event: string; readonly endpoint?: string | undefined }
  | {
      readonly endpoint: string;
      readonly created: CreatedRange;
      readonly types?: readonly string[] | undefined;
      /** Only events that the endpoint has not accepted. */
      readonly undelivered: boolean;
      /** The last event of the previous call. */
      readonly after?: string | undefined;
    };

/** The session to open for the Stripe CLI: events, or logs of requests that match the filters, which are JSON. */
export type Listening = { readonly feature: 'webhooks' | 'request_logs'; readonly filters: string | null };

/** A session for the Stripe CLI: its secret, the address of its socket, and the secret that signs events. */
export type ListeningSession = { readonly websocket_id: string; readonly websocket_url: string; readonly secret: string };

/** The number of new deliveries, and the last event checked, if there may be more. */
export type Resent = { readonly count: number; readonly last: string | null };

/** A usage query in windows of so many seconds. */
export type UsageWindows = Omit<UsageAsked, 'key' | 'customer'> & { readonly customer: string; readonly window: number };

/** The movements of the ledger in an interval, in parts that begin at `starts`: seconds, each the start of a quarter of an hour. */
export type ActivityAsked = { readonly movements: readonly string[]; readonly starts: readonly number[]; readonly end: number };

/** What was moved in a part of the interval, in minor units of a currency. */
export type ActivityPart = {
  readonly part: number;
  readonly movement: string;
  readonly currency: string;
  readonly count: number;
  readonly amount: number;
};

/** Events to count, in parts of an interval. */
export type OccurrencesAsked = { readonly types: readonly string[]; readonly starts: readonly number[]; readonly end: number };

/** The recurring revenue of a month in a currency at some times, in minor units. */
export type RevenueAsked = { readonly metered: string; readonly times: readonly number[] };

/** What needs the attention of an account: how much of it there is, and the first objects. */
export type Attention = {
  readonly type: string;
  readonly count: number;
  readonly objects: readonly string[];
  /** The earliest time by which something must be done, in seconds; null without one. */
  readonly due_by: number | null;
};

/** The functions of a handler: it reads, and writes only through these. */
export type Reader = {
  /** Minor units per ledger account and currency. */
  readonly balances: (names: readonly string[]) => Promise<readonly { name: string; currency: string; amount: number }[]>;
  /** One object that the caller may access, or null; with `account` that of a connected account. */
  readonly find: <R extends AnyResource>(resource: R, id: string, account?: string) => Promise<It<R> | null>;
  /** The newest objects of a kind in the caller's account, without a permission check: the handler must check it first. */
  readonly newest: <R extends AnyResource>(resource: R, limit: number) => Promise<readonly It<R>[]>;
  /** The processors of an account in the caller's mode, as for rules. */
  readonly processors: (account: string, verb: string) => readonly string[];
  /** A keyed hash of a secret, as for rules. */
  readonly fingerprint: (secret: Concealed) => string;
  /** The vault content of an object. */
  readonly contents: (id: string) => Promise<Readonly<Record<string, Concealed>>>;
  /** The bytes of a file as a stream, decrypted with the key from the vault. `by` is the id of a link or of the file. */
  readonly pieces: (asked: { file: string; key: Concealed; size: number; by: string }) => Promise<AsyncIterable<Buffer>>;
  /** The PDF of an object, printed from the JSON of the documents that its paper needs; null while too many papers wait to be printed. */
  readonly print: (kind: 'quote', documents: string) => Promise<Uint8Array | null>;
  /** A customer's usage of a meter from `start` until before `end`, for each window with usage, newest first. */
  readonly usage: (asked: UsageWindows) => Promise<readonly { start: number; value: string }[]>;
  /** The movements of the ledger in the parts of an interval. */
  readonly activity: (asked: ActivityAsked) => Promise<readonly ActivityPart[]>;
  /** The number of events in the parts of an interval; parts without any are missing. */
  readonly occurrences: (asked: OccurrencesAsked) => Promise<readonly { part: number; type: string; count: number }[]>;
  /** The recurring revenue at each of some times. */
  readonly revenue: (asked: RevenueAsked) => Promise<readonly number[]>;
  /** What needs attention now. `since` bounds the age of disputes, in seconds. */
  readonly attention: (since: number) => Promise<readonly Attention[]>;
  /** The latest table of exchange rates; null before one was loaded. */
  readonly rates: () => Promise<RateTable | null>;
  /** The account's own clock. */
  readonly clock: () => Promise<ClockShown>;
  /** Advances the account's own clock to a time in seconds, and returns it when all due work is done or the wait is over. */
  readonly advanceClock: (to: number) => Promise<ClockShown>;
  /** Delivers events again to their enabled endpoints. */
  readonly resend: (resending: Resending) => Promise<Resent>;
  /** Sends an event of the caller's account, or of a connected one, again to the open sockets of the Stripe CLI. */
  readonly resendToListeners: (event: string, account?: string) => Promise<void>;
  /** Opens a session for the Stripe CLI; null if too many of its sockets are open. */
  readonly listen: (listening: Listening) => Promise<ListeningSession | null>;
  /** The whole sandbox of the caller. */
  readonly sandbox: Sandbox;
};

/** What a snapshot contains: `now` is the time on the sandbox's clock, in seconds. */
export type Saved = {
  readonly id: string;
  readonly created: number;
  readonly now: number;
  readonly objects: number;
  readonly events: number;
};

/** Replaces and saves a sandbox with its connected accounts. Requests under way are answered again afterwards. */
export type Sandbox = {
  /** Removes everything except API keys, audit records and snapshots, and creates the objects that an account begins with. */
  readonly reset: (parts: (id: string, name: string, around: Around) => Effects) => Promise<void>;
  /** Saves everything as it is now, in place of the snapshot of that name. `shown` is the snapshot as an object. */
  readonly save: (prefix: string, name: string | null, shown: (saved: Saved) => object) => Promise<object>;
  /** Restores a snapshot. */
  readonly load: (id: string) => Promise<void>;
  /** Deletes a snapshot. */
  readonly forget: (id: string) => Promise<void>;
};

/** A route that does not fit a resource: `GET /v1/balance`, the key's account. */
export type Handler<T extends Route = Route> = {
  readonly kind: 'handler';
  readonly routes: readonly T[];
  readonly params: Fields;
  readonly summary: string;
  /** What the reference says about the operation, in one to three sentences. */
  readonly about: string;
  // biome-ignore lint/suspicious/noExplicitAny: erased here, typed where `handler` is called.
  readonly handle: (context: any) => Promise<object>;
  readonly answers: 'json' | 'bytes';
  /** It removes stored replies, so that its own is not stored either: a repeated request is carried out again. */
  readonly forgets_replies?: true;
  /** A page as a resource, whose elements can be expanded. */
  readonly page?: AnyResource;
  /** The members of the answered object, or of each object of a page, for the description. */
  readonly shows?: Shows;
};

/** The members of an object that no resource declares, and whether the answer is a page of them. */
export type Shows = { readonly members: SaidFields; readonly in_pages?: true };

/** A response with bytes; it is only served as a download. */
export type Download = {
  readonly bytes: AsyncIterable<Buffer> | Iterable<Buffer>;
  readonly size: number;
  readonly filename: string;
  readonly content_type: string;
};

/** Declares a page of a list that is a member of a stored object; its elements can be expanded. */
export const listed = <const T extends Route, P extends SaidFields>(
  list: AnyField,
  ...declared: Parameters<typeof handler<T, P>>
): Handler<T> => ({
  ...handler(...declared),
  page: { object: 'list', prefix: '', fields: list.members ?? {}, start: null },
});

/** Declares a handler. It returns a plain object, sent as JSON, or a `Download`, whose bytes are sent. */
export const handler = <const T extends Route, P extends SaidFields>(
  route: T,
  params: P,
  summary: string,
  handle: (context: {
    params: Given<P> & Readonly<Record<string, never>>;
    path: Readonly<Record<string, string>>;
    read: Reader;
    account: string;
    livemode: boolean;
    now: number;
    refuse: Refuse;
  }) => Promise<object>,
  { answers = 'json', ...options }: Pick<Handler, 'about'> & Partial<Pick<Handler, 'answers' | 'forgets_replies' | 'shows'>>,
): Handler<T> => ({ kind: 'handler', routes: [route], params, summary, handle, answers, ...options });
