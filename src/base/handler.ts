import type { Concealed } from './concealed.js';
import type { Fields, Given } from './fields.js';
import type { AnyResource, Document } from './resource.js';
import type { Route } from './rules.js';

/** What the account's own clock shows, in seconds; while it is advanced, where to, and before which moment all has happened. */
export type ClockShown = { readonly now: number; readonly advancing: { readonly to: number; readonly reached: number } | null };

/** What an escape may do: read, never write, except by deciding. */
export type Reader = {
  /** Minor units per ledger account and currency. */
  readonly balances: (names: readonly string[]) => Promise<readonly { name: string; currency: string; amount: number }[]>;
  /** One object that the caller may touch, or null. */
  readonly find: (resource: AnyResource, id: string) => Promise<Document | null>;
  /** What the vault keeps of one object. */
  readonly contents: (id: string) => Promise<Readonly<Record<string, Concealed>>>;
  /** What the account's own clock shows. */
  readonly clock: () => Promise<ClockShown>;
  /** Moves the account's own clock forward to a moment in seconds, and says what it shows when all that is due has happened or takes its time. */
  readonly advanceClock: (to: number) => Promise<ClockShown>;
  /** Stores delivery jobs for an event anew; false when the event or the endpoint is unknown. */
  readonly resend: (event: string, endpoint: string | null) => Promise<boolean>;
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
};

/** Bytes as an answer; they are served as a download and as nothing else. */
export type Download = { readonly bytes: Buffer; readonly filename: string; readonly content_type: string };

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
  }) => Promise<object>,
  answers: Handler['answers'] = 'json',
): Handler<T> => ({ kind: 'handler', routes: [route], params, summary, handle, answers });
