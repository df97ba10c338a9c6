import { scrub } from '../base/concealed.js';
import { type ErrorCode, errors, type Refusal } from '../base/errors.js';
import type { Reply, Shown, View } from '../engine/engine.js';
import { forPayer, presentPlain } from './present.js';

/** The error body (spec README, decision 6). The object concerned goes under its own name: `setup_intent`, `payment_intent`. */
export function refusalReply(refusal: Refusal, shown: Shown | null, view: View): Reply {
  const { code, message, param, status, ...rest } = refusal;
  const row = errors[code];
  const body = {
    type: row.type,
    code,
    message: scrub(message ?? row.message),
    ...(param !== undefined && { param: scrub(param) }),
    ...(view.kind === 'publishable' || view.kind === 'page' ? (forPayer(rest) as object) : rest),
    doc_url: docUrl(code),
    // A declined charge is named by its id, as in every other error.
    ...(shown && !(shown.resource.object in rest) && { [shown.resource.object]: JSON.parse(presentPlain(shown, { ...view, expand: [] })) }),
  };
  return { status: status ?? row.status, text: JSON.stringify({ error: body }) };
}

const docUrl = (code: ErrorCode): string => `/docs#error-${code}`;
