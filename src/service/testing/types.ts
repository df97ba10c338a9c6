/** How a Florin for tests is started. */
export type StartOptions = {
  /** Settings besides the defaults, as environment variables have them: `{ FLORIN_RATE_LIMIT_TEST: '25' }`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder that keeps a prepared database between runs. By default `florin` in the user's cache folder. */
  readonly cache?: string;
};

/** A saved sandbox. */
export type Snapshot = {
  readonly id: string;
  readonly name: string | null;
  readonly created: number;
  /** The time on the sandbox's clock, in seconds. */
  readonly frozen_time: number;
  readonly objects: number;
  readonly events: number;
};

/** Saves the sandbox and returns to what was saved. A snapshot is named, or given by its id. */
export type Snapshots = {
  /** Saves the sandbox; a snapshot of the same name is replaced. */
  save(name?: string): Promise<Snapshot>;
  load(name: string): Promise<Snapshot>;
  list(): Promise<Snapshot[]>;
  delete(name: string): Promise<void>;
};

/** A running Florin with its own port and data. It ends with its process at the latest. */
export type Florin = {
  /** The address of the API: `http://127.0.0.1:` and the port. */
  readonly url: string;
  /** The secret key of an empty sandbox. Any other `sk_test_` key opens a separate one. */
  readonly key: string;
  readonly publishable_key: string;
  /** Empties the sandbox. */
  reset(): Promise<void>;
  /** Moves the sandbox's clock ahead, by seconds or to a time, and resolves when everything due by then has happened. Returns the time on the clock, in seconds. */
  advance(to: number | Date): Promise<number>;
  /** Resolves when every event has been sent to its endpoints, and waiting retries once more. Returns the number of deliveries that have failed and wait. */
  deliver(): Promise<{ readonly waiting: number }>;
  readonly snapshot: Snapshots;
  /** Stops the service and removes its data. */
  close(): Promise<void>;
};

/** Starts a Florin for tests. The first start prepares a database, which later ones copy. */
export type StartFlorin = (options?: StartOptions) => Promise<Florin>;
