/** An object as it is to be stored. */
export type ObjectRow = {
  readonly account: string;
  readonly object: string;
  readonly id: string;
  /** The version it gets: 1 is made, and any other must follow upon the one that is stored, or the write is refused. */
  readonly version: number;
  /** The document as text. */
  readonly doc: string;
  /** A client secret, or a sealed signing secret. */
  readonly secret: string | null;
  readonly deleted: boolean;
  /** The moment on its own clock at which it was made, where the id does not say it. Later versions leave it as it is. */
  readonly created_at?: Date | null;
  /** The members that lists filter by, by the names of their columns. */
  readonly columns: Readonly<Record<string, unknown>>;
};

/** What happened. Whoever listens gets a delivery in the same write. */
export type EventRow = {
  readonly account: string;
  readonly id: string;
  readonly type: string;
  readonly object_id: string;
  /** The moment on its object's clock, where the id does not say it. */
  readonly created_at?: Date | null;
  readonly doc: string;
};

/** Money: an amount in minor units from one ledger account to another. */
export type EntryRow = {
  readonly account: string;
  readonly id: string;
  readonly movement: string;
  readonly debit: string;
  readonly credit: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly source: string;
  /** A moment on the account's clock. */
  readonly posted_at: Date;
};

/** The guard of a ledger account that must not go below a bound. The write is refused unless the stored one is one less. */
export type GuardRow = { readonly account: string; readonly ledger_account: string; readonly currency: string; readonly guard: number };

/** A value that no two objects of an account share. It passes from its `previous` owner only in the write that takes it from there. */
export type UniqueRow = {
  readonly account: string;
  readonly object: string;
  readonly member: string;
  readonly value: string;
  /** The id of the object whose it is from now on. */
  readonly owner: string;
  readonly previous: string | null;
};

/** How far a series of numbers is: the write is refused unless the stored one is the previous one. */
export type SequenceRow = { readonly account: string; readonly name: string; readonly value: number; readonly previous: number };

/** Work that is stored before it is done. A timer that is there already stays as it is. */
export type JobRow = {
  readonly account: string;
  readonly id: string;
  readonly queue: 'advance' | 'ask' | 'due' | 'frozen' | 'mail' | 'webhook';
  /** The id of the object that it is about. */
  readonly subject: string;
  /** What must not hold up others. */
  readonly lane: string;
  /** A moment on the service's clock. */
  readonly due_at: Date;
  /** The moment on its clock, where a clock can be advanced to it. */
  readonly runs_at?: Date | null;
  /** The test clock that it waits for; '' for the account's own. */
  readonly clock?: string;
  readonly payload: string | null;
};

/** A job that is done. */
export type FinishedRow = { readonly account: string; readonly id: string };

/** A job that is tried again at a later moment of the service's clock, and how often it has been tried by then. */
export type PostponedRow = { readonly account: string; readonly id: string; readonly due_at: Date; readonly tried: number };

/** How far a job is that is done in many writes. Only who has claimed it may say so, and holds it for longer with that; null where nobody has to. */
export type ProgressedRow = {
  readonly account: string;
  readonly id: string;
  readonly payload: string;
  readonly attempts: number | null;
  readonly lease_seconds: number | null;
};

/** Something sealed, in the place of what was sealed under that id before. */
export type SealedRow = { readonly account: string; readonly id: string; readonly key_id: string; readonly sealed: Buffer };

/** What search sees of an object, as JSON: `terms` by its index, the `rest` without. */
export type SearchRow = {
  readonly account: string;
  readonly object: string;
  readonly id: string;
  readonly terms: string | null;
  readonly rest: string;
};

/** An object that is not changed, and must still have the version with which it was read. */
export type PinnedRow = { readonly account: string; readonly object: string; readonly id: string; readonly version: number };

/** An object that the write refers to. The write is refused where the object has been deleted; others may refer to it at the same time. */
export type HeldRow = { readonly account: string; readonly object: string; readonly id: string };

/** An account that is deleted. The write is refused where one of these ledger accounts holds funds. */
export type ClosedRow = { readonly account: string; readonly id: string; readonly ledger_accounts: readonly string[] };

/** An object of which no event is kept, nor a delivery of one. */
export type ForgottenRow = { readonly account: string; readonly id: string };

/** The claim to an idempotency key, with the reply if there is one yet. A key that is taken refuses the write. */
export type ClaimRow = {
  readonly account: string;
  readonly key: string;
  /** The request that claims it. */
  readonly owner: string;
  readonly fingerprint: Buffer;
  readonly status: number | null;
  readonly reply: Buffer | null;
};

/** The reply that belongs to a claimed key. Stored for its owner only, and only once. */
export type AnswerRow = {
  readonly account: string;
  readonly key: string;
  readonly owner: string;
  readonly status: number;
  readonly reply: Buffer;
};

/** An account that is made for a platform, whose clock it goes by; both are tables' keys. */
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

/** Something privileged that somebody did or tried. It is only ever appended. */
export type AuditRow = {
  readonly account: string;
  readonly id: string;
  /** A moment on the service's clock. */
  readonly created_at: Date;
  readonly action: string;
  readonly actor: string;
  readonly outcome: string;
  readonly subject: string | null;
  readonly doc: string;
};

/** What has been used, in the place of what that object has recorded before. */
export type UsageRow = {
  readonly account: string;
  /** The id of the meter, or of the subscription item. */
  readonly metered: string;
  /** Whose usage of a meter it is; '' for a subscription item, which is one customer's. */
  readonly customer: string;
  /** Seconds on the customer's clock. */
  readonly at: number;
  /** The id of the object that records it. */
  readonly id: string;
  /** An exact decimal; null once it has been canceled. */
  readonly value: string | null;
  /** It takes the place of what was recorded before for the same moment. */
  readonly replaces: boolean;
};

/** The rows that can be stored, by what they are. Each carries its own account, because one write may concern two. */
export type Rows = {
  readonly connections: readonly ConnectionRow[];
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
  /** Values that their owners give up. */
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

/** Everything that is stored at once or not at all. Rows that are not named are none. */
export type Write = Partial<Rows> & {
  /** The moment on the service's clock, from which deliveries of the events are due. */
  readonly now: Date;
};
