import type { Concealed } from './concealed.js';
import type { Refusal } from './refusal.js';

/** Stands for a type where a value is wanted. */
export const type = <T>(): T => undefined as T;

/** Nobody has answered in time. */
export type Silent = { readonly result: 'silent' };

/** The object that a question is about: its result rule takes the answer. */
export type Subject = { readonly object: string; readonly id: string };

/** What the engine knows of any question under way. `attempt` names the try, `now` is when it is sent, in seconds on the object's clock. */
export type AnyAsk = {
  readonly verb: string;
  readonly subject: Subject;
  readonly attempt: string;
  readonly now: number;
} & Readonly<Record<string, unknown>>;

/** What the engine knows of any answer. */
export type AnyAnswer = { readonly result: string };

/** What accompanies a question: the key that makes repeating it safe, and where a payer can be sent. */
export type Asking = { readonly idempotency_key: string; readonly page_url: string; readonly account: string };

/** Whoever can answer, by a function for each verb that it supports. A local one is pure, and is asked within the write. */
export type Answerer = { readonly name: string; readonly local: boolean } & Readonly<Record<string, unknown>>;

/** An answer that somebody sends without being asked just now. */
export type Told = { readonly subject: Subject; readonly verb: string; readonly attempt: string; readonly answer: AnyAnswer };

/** Thrown by whoever was certainly not reached: another one may be asked instead. */
export type Unreached = Error & { readonly unreached: true };

/** Wraps a technical failure after which nothing can have happened. */
export const unreached = (message: string): Unreached => Object.assign(new Error(message), { unreached: true as const });

/** Tells a technical failure from an outcome that is unknown. */
export const isUnreached = (error: unknown): error is Unreached => error instanceof Error && 'unreached' in error;

/** Content of the vault, by its names. */
export type Contents = Readonly<Record<string, Concealed>>;

/** Something that can be asked of a processor, or of a merchant's endpoint. The engine knows no question by name. */
export type Question<V extends string, Req, Res> = {
  /** What it is called, towards whoever answers and by the rule that takes the answer. */
  readonly verb: V;
  /** How long somebody waits for the answer, in seconds. */
  readonly deadline_s: number;
  /** `unknown`: it stays open and is asked again until it is known. `result`: silence is an answer of its own, and the result rule takes it. */
  readonly silence: 'unknown' | 'result';
  /** Whose content of the vault goes along, and where it is put; it is never stored with the question. */
  readonly sealed?: {
    readonly of: (request: Req) => string;
    readonly kind: string;
    readonly put: (request: Req, contents: Contents) => object;
  };
  /** Members that only this very request knows: they go along once, and are never stored. */
  readonly transient?: readonly string[];
  /** What tells two questions about one attempt apart, besides the verb. */
  readonly step?: (request: Req) => string | null;
  /** The answer if certainly nobody was reached; null where it is then asked again. */
  readonly unreached?: (request: Req) => Res | null;
  /** What a caller is told where there is nobody who could answer. */
  readonly nobody: Refusal;
  readonly request?: Req;
  readonly result?: Res;
};

// biome-ignore lint/suspicious/noExplicitAny: a question of any kind; its types come back through `RequestOf` and `ResultOf`.
export type AnyQuestion = Question<string, any, any>;
/** What is asked with it. `attempt` names the try, so that asking twice moves nothing twice. */
export type RequestOf<Q extends AnyQuestion> = NonNullable<Q['request']> & { readonly attempt: string };
/** What may be answered. */
export type ResultOf<Q extends AnyQuestion> = NonNullable<Q['result']>;

type Spec<Req, Res, W> = Omit<Question<string, Req, Res>, 'verb' | 'silence' | 'request' | 'result'> & {
  readonly request: Req;
  readonly result: Res;
  readonly silence: W;
};

/** Declares a question: what is asked, what may be answered, by when, and what it means if nobody does. */
export const question = <const V extends string, Req, Res, const W extends 'unknown' | 'result'>(
  verb: V,
  spec: Spec<Req, Res, W>,
): Question<V, Req, W extends 'result' ? Res | Silent : Res> => ({ verb, ...spec }) as never;
