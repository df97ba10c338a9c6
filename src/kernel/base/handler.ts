import type { Concealed } from './concealed.js';
import type { AnyField, Fields, Given } from './fields.js';
import type { CreatedRange } from './kinds.js';
import type { UsageAsked } from './reads.js';
import type { Refuse } from './refusal.js';
import { type AnyResource, type Document, type It, resource } from './resource.js';
import type { Route } from './rules.js';

/** What the account's own clock shows, in seconds; while it is advanced, where to, and before which moment all has happened. */
export type ClockShown = { readonly now: number; readonly advancing: { readonly to: number; readonly reached: number } | null };

/** Which events are delivered again: one, to an endpoint or to all that want it; or those of a range of moments that an endpoint wants. */
export type Resending =
  | { readonly event: string; readonly endpoint?: string | undefined }
  | {
      readonly endpoint: string;
      readonly created: CreatedRange;
      readonly types?: readonly string[] | undefined;
      /** Only what the endpoint has not accepted. */
      readonly undelivered: boolean;
      /** The last event that was looked at before. */
      readonly after?: string | undefined;
    };

/** How many are delivered again, and the last event that was looked at where there may be more. */
export type Resent = { readonly count: number; readonly last: string | null };

/** Whose usage is asked for, and in windows of how many seconds. */
export type UsageWindows = Omit<UsageAsked, 'key' | 'customer'> & { readonly customer: string; readonly window: number };

/** What an escape may do: read, never write, except by deciding. */
export type Reader = {
  /** Minor units per ledger account and currency. */
  readonly balances: (names: readonly string[]) => Promise<readonly { name: string; currency: string; amount: number }[]>;
  /** One object that the caller may touch, or null. */
  readonly find: <R extends AnyResource>(resource: R, id: string) => Promise<It<R> | null>;
  /** The newest objects of a kind in the caller's books: whoever asks for them says first that the caller may see them. */
  readonly newest: (resource: AnyResource, limit: number) => Promise<readonly Document[]>;
  /** A keyed hash of a secret, as rules have it. */
  readonly fingerprint: (secret: Concealed) => string;
  /** What the vault keeps of one object. */
  readonly contents: (id: string) => Promise<Readonly<Record<string, Concealed>>>;
  /** The bytes of a file as they are read, under the key that the vault keeps, in the name of a link or of the file itself. */
  readonly pieces: (asked: { file: string; key: Concealed; size: number; by: string }) => Promise<AsyncIterable<Buffer>>;
  /** What a customer has used of a meter from `start` until before `end`: in each window of that many seconds in which anything was used, the newest first. */
  readonly usage: (asked: UsageWindows) => Promise<readonly { start: number; value: string }[]>;
  /** What the account's own clock shows. */
  readonly clock: () => Promise<ClockShown>;
  /** Moves the account's own clock forward to a moment in seconds, and says what it shows when all that is due has happened or takes its time. */
  readonly advanceClock: (to: number) => Promise<ClockShown>;
  /** Delivers events again, as far as there are such and endpoints that are enabled. */
  readonly resend: (resending: Resending) => Promise<Resent>;
};

/** A legal, visible escape for what is no resource: `GET /v1/balance`, the account of the key. */
export type Handler<T extends Route = Route> = {
  readonly kind: 'handler';
  readonly routes: readonly T[];
  readonly params: Fields;
  readonly summary: string;
  // biome-ignore lint/suspicious/noExplicitAny: erased here, typed where `handler` is called.
  readonly handle: (context: any) => Promise<object>;
  readonly answers: 'json' | 'bytes';
  /** The page that it answers with as a resource, where what its elements refer to can be expanded. */
  readonly page?: AnyResource;
};

/** Bytes as an answer; they are served as a download and as nothing else. */
export type Download = {
  readonly bytes: AsyncIterable<Buffer> | Iterable<Buffer>;
  readonly size: number;
  readonly filename: string;
  readonly content_type: string;
};

/** Declares a page of the list that is a member of a stored object; what its elements refer to can be expanded. */
export const listed = <const T extends Route, P extends Fields>(
  list: AnyField,
  ...declared: Parameters<typeof handler<T, P>>
): Handler<T> => ({
  ...handler(...declared),
  page: resource({ object: 'list', prefix: '', fields: list.members ?? {}, start: null }),
});

/** Declares an escape. Its answer is a plain object, sent as it is; or a `Download`, of which the bytes are sent. */
export const handler = <const T extends Route, P extends Fields>(
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
  answers: Handler['answers'] = 'json',
): Handler<T> => ({ kind: 'handler', routes: [route], params, summary, handle, answers });
