/** An object to store. */
export type ObjectRow = {
  readonly account: string;
  readonly object: string;
  readonly id: string;
  /** The new version: 1 is created; any other must follow the stored version, or the write is refused. */
  readonly version: number;
  /** The document as text. */
  readonly doc: string;
  /** A client secret, or a sealed signing secret. */
  readonly secret: string | null;
  readonly deleted: boolean;
  /** The creation time on the object's clock, if it differs from the id's time. Later versions keep it. */
  readonly created_at?: Date | null;
  /** The members that lists filter by, by column name. */
  readonly columns: Readonly<Record<string, unknown>>;
};

/** An event. Its deliveries are stored in the same write. */
export type EventRow = {
  readonly account: string;
  readonly id: string;
  readonly type: string;
  /** The kind of its object. */
  readonly object: string;
  readonly object_id: string;
  /** The status of its object; null for an object without one. */
  readonly status: string | null;
  /** The time on its object's clock, if it differs from the id's time. */
  readonly created_at?: Date | null;
  readonly doc: string;
  /** The text packed: it is then stored instead. */
  readonly packed?: Buffer;
};

/** A ledger entry: an amount in minor units from one ledger account to another. */
export type EntryRow = {
  readonly account: string;
  readonly id: string;
  readonly movement: string;
  readonly debit: string;
  readonly credit: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly source: string;
  /** The time on the account's clock. */
  readonly posted_at: Date;
};

/** The guard of a bounded ledger account. The write is refused unless the stored guard is one less. */
export type GuardRow = { readonly account: string; readonly ledger_account: string; readonly currency: string; readonly guard: number };

/** A value that is unique in an account. It changes its owner only in a write that names the `previous` owner. */
export type UniqueRow = {
  readonly account: string;
  readonly object: string;
  readonly member: string;
  readonly value: string;
  /** The id of the new owner. */
  readonly owner: string;
  readonly previous: string | null;
};

/** The number of a series: the write is refused unless the stored number is `previous`. */
export type SequenceRow = { readonly account: string; readonly name: string; readonly value: number; readonly previous: number };

/** A job to run later. An existing timer stays unchanged. */
export type JobRow = {
  readonly account: string;
  readonly id: string;
  readonly queue: 'advance' | 'ask' | 'background' | 'due' | 'frozen' | 'mail' | 'webhook';
  /** The id of the object that the job is about. */
  readonly subject: string;
  /** The queue lane: lanes do not block each other. */
  readonly lane: string;
  /** The time on the service's clock. */
  readonly due_at: Date;
  /** The time on its own clock, if that clock can be advanced to it. */
  readonly runs_at?: Date | null;
  /** The test clock of the timer; '' for the account's own clock. */
  readonly clock?: string;
  readonly payload: string | null;
};

/** A finished job. */
export type FinishedRow = { readonly account: string; readonly id: string };

/** A job to retry later on the service's clock, and the number of attempts so far. */
export type PostponedRow = { readonly account: string; readonly id: string; readonly due_at: Date; readonly tried: number };

/** The progress of a job that takes several writes. Only its claimant may store it, which extends the lease; null without a claim. */
export type ProgressedRow = {
  readonly account: string;
  readonly id: string;
  readonly payload: string;
  readonly attempts: number | null;
  readonly lease_seconds: number | null;
};

/** Sealed content, which replaces earlier content of that id. */
export type SealedRow = { readonly account: string; readonly id: string; readonly key_id: string; readonly sealed: Buffer };

/** The search data of an object, as JSON: `terms` are indexed, `rest` is not. */
export type SearchRow = {
  readonly account: string;
  readonly object: string;
  readonly id: string;
  readonly terms: string | null;
  readonly rest: string;
};

/** An unchanged object that must still have the version that was read. */
export type PinnedRow = { readonly account: string; readonly object: string; readonly id: string; readonly version: number };

/** An object that the write refers to. The write is refused if the object was deleted; concurrent references are allowed. */
export type HeldRow = { readonly account: string; readonly object: string; readonly id: string };

/** A deleted account. The write is refused if one of these ledger accounts holds funds. */
export type ClosedRow = { readonly account: string; readonly id: string; readonly ledger_accounts: readonly string[] };

/** An object whose events and deliveries are removed. */
export type ForgottenRow = { readonly account: string; readonly id: string };

/** A claim to an idempotency key, with its reply if there is one. The write is refused if the key exists. */
export type ClaimRow = {
  readonly account: string;
  readonly key: string;
  /** The request that claims it. */
  readonly owner: string;
  readonly fingerprint: Buffer;
  readonly status: number | null;
  readonly reply: Buffer | null;
};

/** The reply for a claimed key. Stored only for its owner and only once. */
export type AnswerRow = {
  readonly account: string;
  readonly key: string;
  readonly owner: string;
  readonly status: number;
  readonly reply: Buffer;
};

/** A connected account and its platform, whose clock it uses; both are tenant keys. */
export type ConnectionRow = { readonly account: string; readonly platform: string };

/** An API key: only its hash is stored. */
export type KeyRow = {
  readonly account: string;
  readonly hash: Buffer;
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly kind: 'secret' | 'publishable' | 'restricted';
  readonly permissions: readonly string[];
  readonly name: string;
  /** The last four characters. */
  readonly hint: string;
  readonly created_at: Date;
};

/** The record of a privileged request. Append-only. */
export type AuditRow = {
  readonly account: string;
  readonly id: string;
  /** The time on the service's clock. */
  readonly created_at: Date;
  readonly action: string;
  readonly actor: string;
  readonly outcome: string;
  readonly subject: string | null;
  readonly doc: string;
};

/** A usage value, which replaces an earlier one of the same object. */
export type UsageRow = {
  readonly account: string;
  /** The id of the meter, or of the subscription item. */
  readonly metered: string;
  /** The customer of a meter's usage; '' for a subscription item, which has one customer. */
  readonly customer: string;
  /** Seconds on the customer's clock. */
  readonly at: number;
  /** The id of the object that records it. */
  readonly id: string;
  /** An exact decimal; null once canceled. */
  readonly value: string | null;
  /** It replaces earlier values of the same time. */
  readonly replaces: boolean;
};

/** The rows of a write by kind. Each has its own account, because a write may concern two. */
export type Rows = {
  readonly connections: readonly ConnectionRow[];
  readonly disconnected: readonly Pick<ConnectionRow, 'account'>[];
  readonly objects: readonly ObjectRow[];
  readonly pinned: readonly PinnedRow[];
  readonly held: readonly HeldRow[];
  readonly closed: readonly ClosedRow[];
  readonly forgotten: readonly ForgottenRow[];
  readonly events: readonly EventRow[];
  readonly sealed: readonly SealedRow[];
  readonly searches: readonly SearchRow[];
  readonly entries: readonly EntryRow[];
  readonly guards: readonly GuardRow[];
  readonly uniques: readonly UniqueRow[];
  /** Unique values that their owners release. */
  readonly released: readonly UniqueRow[];
  readonly sequences: readonly SequenceRow[];
  readonly jobs: readonly JobRow[];
  readonly keys: readonly KeyRow[];
  readonly finished: readonly FinishedRow[];
  readonly postponed: readonly PostponedRow[];
  readonly progressed: readonly ProgressedRow[];
  readonly claims: readonly ClaimRow[];
  readonly answers: readonly AnswerRow[];
  readonly audited: readonly AuditRow[];
  readonly usage: readonly UsageRow[];
};

/** Each event is delivered twice, or the last event is delivered first: for tests of endpoints. */
export type MisdirectedDeliveries = 'reversed' | 'twice';

/** An account in test mode, and how often its books had been replaced. */
export type Kept = { readonly account: string; readonly epoch: number };

/** A set of rows that is stored completely or not at all. Missing kinds have no rows. */
export type Write = Partial<Rows> & {
  /** The time on the service's clock; deliveries of the events are due from then on. */
  readonly now: Date;
  /** The sandbox that the write was decided for: it is refused if the sandbox has been reset since. */
  readonly kept?: Kept;
  /** How the deliveries of its events differ. */
  readonly deliveries?: MisdirectedDeliveries;
};
