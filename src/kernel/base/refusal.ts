import { type ErrorCode, errors } from './errors.js';

/** A refusal as a value, used by decisions, validation and replies. */
export type Refusal = {
  readonly code: ErrorCode;
  /** Overrides the default message; it may be shown to the caller, so it contains no secret. */
  readonly message?: string;
  /** The invalid parameter, in bracket notation: `payment_method_data[card][number]`. */
  readonly param?: string;
  /** 404 if the URL names the missing object, 400 if a parameter does (Stripe's convention). */
  readonly status?: number;
  readonly decline_code?: string;
  readonly charge?: string;
  readonly payment_method?: unknown;
  readonly payment_method_type?: string;
  /** When to retry, if known; sent as a header. */
  readonly retry_after_seconds?: number;
};

/** A refusal as an exception. */
export type Refused = Error & { readonly refusal: Refusal };

/** Wraps a refusal so that it can be thrown. It has no stack, because it is not a fault and a stack costs more than most rules. */
export const refused = (refusal: Refusal): Refused =>
  Object.assign(Object.create(Error.prototype) as Error, { message: refusal.message ?? errors[refusal.code].message, refusal });

/** Distinguishes a refusal from other errors. */
export const isRefused = (error: unknown): error is Refused => error instanceof Error && 'refusal' in error;

/** Ends a decision: nothing happens, and the caller receives this error. */
export type Refuse = (refusal: Refusal) => never;

/** Refuses by throwing. Rules receive it as `asked.refuse` and handlers as `refuse`; nothing else may import it. */
export const refuseNow: Refuse = (refusal) => {
  throw refused(refusal);
};
