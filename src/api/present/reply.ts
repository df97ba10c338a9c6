import { scrub } from '../../kernel/base/concealed.js';
import { errors } from '../../kernel/base/errors.js';
import type { Refusal } from '../../kernel/base/refusal.js';
import { type Index, type Render, type Reply, resourceOf, type View } from '../../kernel/engine/engine.js';
import { isPayer, presentPlain, seen, seenBy } from './present.js';

/** The public base URL of this service, without a trailing slash. */
export type Origin = () => string;

/** The error body (spec README, decision 6) without a related object. */
export const refusalReply = (refusal: Refusal, origin: Origin): Reply => replyOf(refusal, origin, toldBy(refusal));

/** Error bodies for the caller. The related object is under its own name: `setup_intent`, `payment_intent`. */
export const refusalReplies =
  (index: Index, origin: Origin): Render['refusal'] =>
  (refusal, shown, view) => {
    const told = toldBy(refusal);
    // A declined charge is named by its id, as in every other error.
    const about = shown && !(shown.resource.object in told) ? { [shown.resource.object]: JSON.parse(presentPlain(shown, view)) } : {};
    return replyOf(refusal, origin, isPayer(view) ? toldToPayer(index, told, view) : told, about);
  };

type Told = Omit<Refusal, 'code' | 'message' | 'param' | 'retry_after_seconds' | 'status'>;

const toldBy = ({ code: _, message: __, param: ___, retry_after_seconds: ____, status: _____, ...told }: Refusal): Told => told;

/** A payer sees the payer view of the payment method. */
const toldToPayer = (index: Index, told: Told, view: View): object => {
  const payment_method = seenBy(resourceOf(index, 'payment_method'), view);
  return seen(told, { charge: true, decline_code: true, payment_method, payment_method_type: true }) as object;
};

function replyOf({ code, message, param, retry_after_seconds, status }: Refusal, origin: Origin, told: object, about: object = {}): Reply {
  const row = errors[code];
  const body = {
    type: row.type,
    code,
    message: scrub(message ?? row.message),
    ...(param !== undefined && { param: scrub(param) }),
    ...told,
    doc_url: `${origin()}/docs#error-${code}`,
    ...about,
  };
  return { status: status ?? row.status, text: JSON.stringify({ error: body }), retry_after_seconds };
}
