import pg from 'pg';
import type { Answer, Question, Subject, Verb } from './contract.js';
import type { HttpRequest } from './exchange.js';
import type { Flow, Prepared } from './library.js';
import type { Seal } from './sealing.js';

const schema = `
create schema if not exists prism;
create table if not exists prism.questions (
  connector text not null,
  key text not null,
  verb text not null,
  attempt text not null,
  account text not null,
  subject jsonb not null,
  question jsonb not null,
  sealed bytea,
  state text not null check (state in ('asked', 'unknown', 'waiting', 'final')),
  answer jsonb,
  reference text,
  kept jsonb not null default '{}',
  token text not null,
  payment_method text,
  notify boolean not null default false,
  asked_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (connector, key)
);
create index if not exists questions_open on prism.questions (changed_at) where state in ('asked', 'unknown') or notify;
create index if not exists questions_reference on prism.questions (connector, reference);
create unique index if not exists questions_token on prism.questions (token);
create index if not exists questions_method on prism.questions (payment_method) where payment_method is not null;
create table if not exists prism.calls (
  id bigint generated always as identity primary key,
  connector text not null,
  key text not null,
  flow text not null,
  moves boolean not null,
  request jsonb not null,
  sealed bytea,
  sent_at timestamptz not null default now(),
  times integer not null default 1,
  status integer,
  response text,
  outcome text,
  answered_at timestamptz
);
create index if not exists calls_key on prism.calls (connector, key, id);`;

/** What later requests about a payment need besides its reference. */
export type Kept = {
  /** Opaque members of the library, which its later requests contain. */
  readonly feature_data?: string;
  readonly state?: object;
  readonly mandate?: string;
  readonly network_transaction?: string;
  readonly customer?: string;
  /** The form or page that continues the payment at the connector. */
  readonly redirect?: Redirect;
  /** What the payer's browser brought back, as a query string. */
  readonly returned?: string;
};

/** A page that this program hosts for a step of the payer. */
export type Redirect =
  | { readonly kind: 'form'; readonly url: string; readonly method: 'get' | 'post'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'html'; readonly html: string };

/** A question as it is stored. */
export type Row = {
  readonly connector: string;
  readonly key: string;
  readonly verb: Verb;
  readonly attempt: string;
  readonly account: string;
  readonly subject: Subject;
  /** The question without its secrets. */
  readonly question: Question;
  readonly sealed: Buffer | null;
  /** `asked`: no money has been moved. `unknown`: a request was sent, and its outcome is not known. `waiting`: pending, or the payer must act. */
  readonly state: 'asked' | 'unknown' | 'waiting' | 'final';
  readonly answer: Answer | null;
  readonly reference: string | null;
  readonly kept: Kept;
  readonly token: string;
  readonly payment_method: string | null;
  readonly notify: boolean;
  readonly asked_at: Date;
  readonly changed_at: Date;
};

/** A request to a connector as it is stored. */
export type CallRow = {
  readonly id: string;
  readonly flow: Flow;
  readonly moves: boolean;
  readonly sealed: Buffer | null;
  readonly sent_at: Date;
  readonly answered_at: Date | null;
  readonly outcome: string | null;
};

/** The members of a question that change. */
export type Change = Partial<Pick<Row, 'state' | 'answer' | 'reference' | 'kept' | 'notify'>>;

/** A call that has ended: its response without secrets, and what was read of it. */
export type Ended = { readonly status: number | null; readonly response: string; readonly outcome: string };

/** The two tables. */
export type Store = ReturnType<typeof openStore>;
/** The two tables, while one question is locked: no other process works on it. */
export type Session = ReturnType<typeof sessionOf>;

const columns =
  'connector, key, verb, attempt, account, subject, question, sealed, state, answer, reference, kept, token, payment_method, notify, asked_at, changed_at';

/** Opens the tables, which are created where they are missing. `connections` bounds the questions that are answered at the same time. */
export function openStore(url: string, seal: Seal, connections = 20) {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  // A connection that breaks while it is idle is replaced; its loss is no failure of a question.
  pool.on('error', () => {});
  const rows = async (text: string, values: readonly unknown[] = []): Promise<Row[]> => (await pool.query<Row>(text, [...values])).rows;
  return {
    prepare: async () => {
      // One statement is one transaction: processes that start together wait for each other.
      await pool.query(`select pg_advisory_xact_lock(hashtext('prism schema')); ${schema}`);
    },
    /** Runs work while this process alone holds the question. A process that ends releases it. `null` if another process holds it and `wait` is false. */
    holding: async <T>(connector: string, key: string, wait: boolean, work: (session: Session) => Promise<T>): Promise<T | null> => {
      const client = await pool.connect();
      const name = [`${connector} ${key}`];
      try {
        if (wait) await client.query('select pg_advisory_lock(hashtextextended($1, 0))', name);
        else if (!(await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', name)).rows[0].held) return null;
        try {
          return await work(sessionOf(client, seal, connector, key));
        } finally {
          await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', name);
        }
      } finally {
        client.release();
      }
    },
    /** Questions without a known outcome, or with a notification to send, that have rested for some seconds. */
    restless: (seconds: number, limit: number) =>
      rows(
        `select ${columns} from prism.questions where (state in ('asked', 'unknown') or notify) and changed_at < now() - make_interval(secs => $1) order by changed_at limit $2`,
        [seconds, limit],
      ),
    /** Questions whose outcome the connector could not tell, oldest first. */
    unknown: () => rows(`select ${columns} from prism.questions where state in ('asked', 'unknown') order by asked_at`),
    byToken: async (token: string) => (await rows(`select ${columns} from prism.questions where token = $1`, [token]))[0] ?? null,
    /** The question that an event names, by its attempt or its reference. */
    about: async (connector: string, found_verbs: readonly Verb[], attempt: string | null, reference: string | null) =>
      (
        await rows(
          `select ${columns} from prism.questions where connector = $1 and verb = any($2) and (attempt = $3 or reference = $4) and key not like 'dispute %' order by asked_at limit 1`,
          [connector, found_verbs, attempt, reference],
        )
      )[0] ?? null,
    /** The latest question to contest the dispute of a charge. */
    contestOf: async (connector: string, reference: string) =>
      (
        await rows(
          `select ${columns} from prism.questions where connector = $1 and verb = 'contest' and question->>'reference' = $2 order by asked_at desc limit 1`,
          [connector, reference],
        )
      )[0] ?? null,
    /** Stores the dispute of a charge once; null if it is known. */
    disputed: async (of: Row, id: string, answer: object, token: string): Promise<Row | null> => {
      const values = [of.connector, `dispute ${id}`, of.attempt, of.account, of.subject, { dispute: id }, answer, of.reference, token];
      const made = await rows(
        `insert into prism.questions (connector, key, verb, attempt, account, subject, question, state, answer, reference, token, notify)
         values ($1, $2, 'charge', $3, $4, $5, $6, 'final', $7, $8, $9, true) on conflict do nothing returning ${columns}`,
        values,
      );
      return made[0] ?? null;
    },
    notified: async ({ connector, key }: Pick<Row, 'connector' | 'key'>) =>
      void (await pool.query('update prism.questions set notify = false, changed_at = now() where connector = $1 and key = $2', [
        connector,
        key,
      ])),
    /** Leaves a question for later, so that others come first. */
    rested: async ({ connector, key }: Pick<Row, 'connector' | 'key'>) =>
      void (await pool.query('update prism.questions set changed_at = now() where connector = $1 and key = $2', [connector, key])),
    close: () => pool.end(),
  };
}

function sessionOf(client: pg.PoolClient, seal: Seal, connector: string, key: string) {
  const run = async <R extends object = Row>(text: string, ...values: readonly unknown[]): Promise<R[]> =>
    (await client.query(text, [connector, key, ...values])).rows as R[];
  const change = `state = coalesce($3, state), answer = coalesce($4, answer), reference = coalesce($5, reference), kept = kept || $6, notify = coalesce($7, notify), changed_at = now()`;
  const cleared = `sealed = case when coalesce($3, state) in ('asked', 'unknown') then sealed end`;
  const changes = ({ state, answer, reference, kept, notify }: Change) => [
    state ?? null,
    answer ?? null,
    reference ?? null,
    kept ?? {},
    notify ?? null,
  ];
  return {
    load: async () => (await run(`select ${columns} from prism.questions where connector = $1 and key = $2`))[0] ?? null,
    /** Stores a new question; its secrets are sealed until the outcome is known. */
    ask: async (asked: Question, stored: object, token: string) => {
      const method = 'payment_method' in asked ? asked.payment_method.id : null;
      const text = `insert into prism.questions (connector, key, verb, attempt, account, subject, question, sealed, state, token, payment_method)
        values ($1, $2, $3, $4, $5, $6, $7, $8, 'asked', $9, $10) returning ${columns}`;
      const { verb, attempt, account, subject } = asked;
      return (await run(text, verb, attempt, account, subject, stored, seal.close(asked), token, method))[0] as Row;
    },
    opened: (row: Row): Question => (row.sealed ? seal.open<Question>(row.sealed) : row.question),
    /** Stores a request before it is sent. A request that moves money makes the outcome unknown, in the same statement. */
    sending: async (prepared: Prepared, moves: boolean, request: object): Promise<string> => {
      const text = `with asked as (update prism.questions set state = case when $4 and state = 'asked' then 'unknown' else state end, changed_at = now() where connector = $1 and key = $2)
        insert into prism.calls (connector, key, flow, moves, request, sealed) values ($1, $2, $3, $4, $5, $6) returning id`;
      return ((await run<{ id: string }>(text, prepared.flow, moves, request, seal.close(prepared)))[0] as { id: string }).id;
    },
    /** Counts a request that is sent once more. */
    repeating: async (id: string) => void (await client.query('update prism.calls set times = times + 1 where id = $1', [id])),
    /** Stores how a request ended, and what that makes of the question. */
    ended: async (id: string, { status, response, outcome }: Ended, given: Change): Promise<Row> => {
      const text = `with call as (update prism.calls set status = $8, response = $9, outcome = $10, answered_at = now(), sealed = null where id = $11)
        update prism.questions set ${change}, ${cleared} where connector = $1 and key = $2 returning ${columns}`;
      return (await run(text, ...changes(given), status, response, outcome, id))[0] as Row;
    },
    change: async (given: Change): Promise<Row> =>
      (
        await run(
          `update prism.questions set ${change}, ${cleared} where connector = $1 and key = $2 returning ${columns}`,
          ...changes(given),
        )
      )[0] as Row,
    /** Forgets a question of which nothing was sent. */
    forget: async () => void (await run('delete from prism.questions where connector = $1 and key = $2')),
    calls: () =>
      run<CallRow>(
        'select id, flow, moves, sealed, sent_at, answered_at, outcome from prism.calls where connector = $1 and key = $2 order by id',
      ),
    prepared: (call: CallRow): Prepared | null => (call.sealed ? seal.open<Prepared>(call.sealed) : null),
    /** The charge that a reference names. */
    charge: async (reference: string) =>
      (
        await client.query<Row>(
          `select ${columns} from prism.questions where connector = $1 and reference = $2 and verb = 'charge' and key not like 'dispute %' order by asked_at limit 1`,
          [connector, reference],
        )
      ).rows[0] ?? null,
    /** The approved questions about a charge. */
    of: async (reference: string) =>
      (
        await client.query<Row>(
          `select ${columns} from prism.questions where connector = $1 and question->>'reference' = $2 and answer->>'result' in ('approved', 'pending')`,
          [connector, reference],
        )
      ).rows,
    /** The connector's id of the dispute of a charge. */
    disputeOf: async (reference: string): Promise<string | null> =>
      (
        await client.query(
          `select question->>'dispute' as id from prism.questions where connector = $1 and reference = $2 and key like 'dispute %' order by asked_at desc limit 1`,
          [connector, reference],
        )
      ).rows[0]?.id ?? null,
    /** What earlier approvals of a payment method left for later charges, those of this connector first. */
    mandatesOf: async (payment_method: string) =>
      (
        await client.query<{ connector: string; kept: Kept }>(
          `select connector, kept from prism.questions where payment_method = $2 and state = 'final' and answer->>'result' = 'approved' and (kept ? 'mandate' or kept ? 'network_transaction') order by connector = $1 desc, asked_at desc limit 20`,
          [connector, payment_method],
        )
      ).rows,
  };
}

/** The request as it is stored in the clear: credentials and cards are replaced. */
export const shown = ({ url, method, body }: HttpRequest, clean: (text: string) => string): object => ({
  url: clean(url),
  method,
  body: clean(Buffer.from(body, 'base64').toString()),
});
