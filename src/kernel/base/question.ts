import type { Concealed } from './concealed.js';
import type { Refusal } from './refusal.js';

/** A type in place of a value. */
export const type = <T>(): T => undefined as T;

/** No answer came in time. */
export type Silent = { readonly result: 'silent' };

/** The object of a question: its result rule takes the answer. */
export type Subject = { readonly object: string; readonly id: string };

/** The members of every ask. `attempt` is the attempt's id, `now` the time of sending, in seconds on the object's clock. */
export type AnyAsk = {
  readonly verb: string;
  readonly subject: Subject;
  readonly attempt: string;
  readonly now: number;
} & Readonly<Record<string, unknown>>;

/** The member of every answer. */
export type AnyAnswer = { readonly result: string };

/** The context of an ask: the idempotency key, and the page for a payer. */
export type Asking = { readonly idempotency_key: string; readonly page_url: string; readonly account: string };

/** A processor or endpoint that answers, with a function for each supported verb. A local one is pure, and is asked within the write. */
export type Answerer = {
  readonly name: string;
  readonly local: boolean;
  /** It answers in place of those that its account has switched off: a request is refused with this sentence, and other work gets its answer. */
  readonly absent?: string;
} & Readonly<Record<string, unknown>>;

/** An answer that comes without an ask, as a notification. */
export type Told = { readonly subject: Subject; readonly verb: string; readonly attempt: string; readonly answer: AnyAnswer };

/** Thrown if a processor was certainly not reached: another one may be asked instead. */
export type Unreached = Error & { readonly unreached: true };

/** Wraps a technical failure after which nothing can have happened. */
export const unreached = (message: string): Unreached => Object.assign(new Error(message), { unreached: true as const });

/** Distinguishes such a failure from an unknown result. */
export const isUnreached = (error: unknown): error is Unreached => error instanceof Error && 'unreached' in error;

/** Vault content, by name. */
export type Contents = Readonly<Record<string, Concealed>>;

/** A question to a processor or a merchant's endpoint. The engine has no special cases for questions. */
export type Question<V extends string, Req, Res> = {
  /** The verb in the contract, and in the rule that takes the answer. */
  readonly verb: V;
  /** How long to wait for the answer, in seconds. */
  readonly deadline_s: number;
  /** `unknown`: the question stays open and is asked again until it is answered. `result`: silence counts as an answer for the result rule. */
  readonly silence: 'unknown' | 'result';
  /** Asked by a worker after the request, without a deadline: the answer can take minutes. `unreached` is then the answer after the last attempt. */
  readonly background?: true;
  /** The object whose vault content is sent, and how it is added to the ask; it is never stored with the question. */
  readonly sealed?: {
    readonly of: (request: Req) => string;
    readonly kind: string;
    readonly put: (request: Req, contents: Contents) => object;
  };
  /** Members from the current request only: they are sent once, and never stored. */
  readonly transient?: readonly string[];
  /** Distinguishes two questions of one attempt and verb. */
  readonly step?: (request: Req) => string | null;
  /** The answer if no processor was reached; null to ask again. */
  readonly unreached?: (request: Req) => Res | null;
  /** The refusal for a caller if no processor can answer. */
  readonly unanswered: Refusal;
  readonly request?: Req;
  readonly result?: Res;
};

// biome-ignore lint/suspicious/noExplicitAny: a question of any kind; its types come back through `RequestOf` and `ResultOf`.
export type AnyQuestion = Question<string, any, any>;
/** The request of a question. `attempt` is the attempt's id, so that a repeated ask moves no money twice. */
export type RequestOf<Q extends AnyQuestion> = NonNullable<Q['request']> & { readonly attempt: string };
/** The possible answers. */
export type ResultOf<Q extends AnyQuestion> = NonNullable<Q['result']>;

type Spec<Req, Res, W> = Omit<Question<string, Req, Res>, 'verb' | 'silence' | 'request' | 'result'> & {
  readonly request: Req;
  readonly result: Res;
  readonly silence: W;
};

/** Declares a question: its request, its answers, the deadline, and the meaning of silence. */
export const question = <const V extends string, Req, Res, const W extends 'unknown' | 'result'>(
  verb: V,
  spec: Spec<Req, Res, W>,
): Question<V, Req, W extends 'result' ? Res | Silent : Res> => ({ verb, ...spec }) as never;
