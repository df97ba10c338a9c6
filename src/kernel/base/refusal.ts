import { type ErrorCode, errors } from './errors.js';

/** A refusal as a value: a decision, a validation and the reply all speak of errors in this shape. */
export type Refusal = {
  readonly code: ErrorCode;
  /** Overrides the catalogue's sentence; may be shown to the caller, so it holds no secret. */
  readonly message?: string;
  /** The parameter at fault, in brackets notation: `payment_method_data[card][number]`. */
  readonly param?: string;
  /** 404 where the URL names the missing object, 400 where a parameter does (Stripe's convention). */
  readonly status?: number;
  readonly decline_code?: string;
  readonly charge?: string;
  readonly payment_method?: unknown;
  readonly payment_method_type?: string;
  /** When the same can be asked for again, where that is known. It is told in a header. */
  readonly retry_after_seconds?: number;
};

/** A refusal on its way to the caller, past everything that was about to happen. */
export type Refused = Error & { readonly refusal: Refusal };

/** Wraps a refusal so that it can be thrown. It has no stack: a refusal is an answer and not a fault, and a stack costs more than most rules. */
export const refused = (refusal: Refusal): Refused =>
  Object.assign(Object.create(Error.prototype) as Error, { message: refusal.message ?? errors[refusal.code].message, refusal });

/** Tells a refusal from a fault. */
export const isRefused = (error: unknown): error is Refused => error instanceof Error && 'refusal' in error;

/** Ends a decision: nothing of it happens, and the caller receives this error. */
export type Refuse = (refusal: Refusal) => never;

/** Refuses by throwing. Rules receive it as `asked.refuse` and handlers as `refuse`; nothing else may import it. */
export const refuseNow: Refuse = (refusal) => {
  throw refused(refusal);
};
