import { type Around, type Asked, ask, type Decision, type Effects, set } from '../../../kernel/base/effects.js';
import { balance, own } from '../../../kernel/base/reads.js';
import type { Refusal, Refuse } from '../../../kernel/base/refusal.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import { approveAuthorization, type Decided } from '../../../processors/questions.js';
import { account } from '../../accounts/accounts/account.js';
import type { WebhookEndpoint } from '../../core/webhook-endpoints/webhook-endpoint.js';
import { type Amounts, shareOf } from './amounts.js';
import type { issuingAuthorization, PastRequest, Pending, Reason } from './authorization.js';
import { codeOf } from './codes.js';
import { type Deciding, deniedFor } from './denied.js';
import { held, spenders } from './money.js';

/** What a decision about an authorization that is there already looks at. */
export const deciding_reads = {
  ...spenders,
  account: own(account),
  available: balance('issuing_available', 'currency'),
} as const;

/** What is asked for: more of an authorization, or its first amount. */
export type Request = Omit<Amounts, 'merchant_currency'> & { readonly is_amount_controllable: boolean; readonly isFraud?: boolean };

type Seen = Deciding & { readonly account: It<typeof account> | null };

const asks = 'issuing_authorization.request';

/** Whom the account wants to be asked: the endpoint that names the event itself, the oldest if there are several. */
const endpointOf = (enabled: readonly WebhookEndpoint[]): string | null =>
  enabled.find(({ connect, enabled_events }) => enabled_events.includes(asks) && !connect)?.id ?? null;

/** Decides a request where that can be, and else asks the merchant's endpoint. */
export function requested(
  it: Pending,
  request: Request,
  seen: Seen & { readonly endpoints: readonly WebhookEndpoint[] },
  around: Around,
): Effects {
  if (request.isFraud) return declined(it, request, { reason: 'suspected_fraud', noted: challenged(seen) }, around);
  const reason = deniedFor(it, request.amount, seen, around);
  if (reason) return declined(it, request, { reason }, around);
  const endpoint = endpointOf(seen.endpoints);
  if (endpoint === null) return approved(it, request, { reason: 'card_active' }, seen, around);
  const { amount_details, currency, merchant_currency } = it;
  const { isFraud: _, ...rest } = request;
  const sent = set(it, { pending_request: { ...rest, amount_details, currency, merchant_currency, network_risk_score: null } }, asks);
  return [sent, ask(approveAuthorization, sent, { attempt: attemptOf(sent), event: asks, endpoint })];
}

/** The cardholder is asked by text message, if there is a phone number. */
const challenged = ({ cardholder }: Deciding): Noted => ({
  fraud_challenges: [
    cardholder?.phone_number
      ? { channel: 'sms', status: 'pending', undeliverable_reason: null }
      : { channel: 'sms', status: 'undeliverable', undeliverable_reason: 'no_phone_number' },
  ],
});

/** Each request has a name of its own, by which an answer that comes too late is known. */
export const attemptOf = ({ id, request_history }: Pending): string => `${id} ${request_history.length}`;

/** Why a request was decided as it was, and what the merchant has noted with that. */
type Because = { readonly reason: Reason; readonly reason_message?: string | null; readonly noted?: Noted };

/** What is kept of a decision besides. */
type Noted = Pick<Settable<typeof issuingAuthorization>, 'fraud_challenges' | 'metadata'>;

type Said = Pick<Request, 'amount' | 'merchant_amount'>;

function past(it: Pending, sent: Said, approved: boolean, { reason, reason_message = null }: Because, { now }: Around): PastRequest {
  const { amount_details, currency, merchant_currency, request_history } = it;
  const authorization_code = approved ? codeOf(it.id, request_history.length) : null;
  const { amount, merchant_amount } = sent;
  const of_network = { network_risk_score: null, requested_at: request_history.length === 0 ? it.created : now };
  return {
    amount,
    amount_details,
    approved,
    authorization_code,
    created: now,
    currency,
    merchant_amount,
    merchant_currency,
    reason,
    reason_message,
    ...of_network,
  };
}

/** The first decision tells that there is an authorization, every later one that it has changed. */
const told = ({ request_history }: Pending) => (request_history.length === 0 ? ('issuing_authorization.created' as const) : undefined);

/** Declines a request: an authorization that never was approved ends, another stays as it was. */
export function declined(it: Pending, sent: Said, because: Because, around: Around): Effects {
  const request_history = [...it.request_history, past(it, sent, false, because, around)];
  const change = { pending_request: null, request_history, ...because.noted };
  if (it.approved) return set(it, change);
  return set(it, { status: 'closed', ...change, amount: sent.amount, merchant_amount: sent.merchant_amount }, told(it));
}

/** Approves a request, where it still can be: its amount is held. */
export function approved(it: Pending, sent: Said, because: Because, seen: Deciding, around: Around): Effects {
  const reason = deniedFor(it, sent.amount, seen, around);
  if (reason) return declined(it, sent, { ...because, reason }, around);
  const request_history = [...it.request_history, past(it, sent, true, because, around)];
  const amounts = { amount: it.amount + sent.amount, merchant_amount: it.merchant_amount + sent.merchant_amount };
  const is = { approved: true, pending_request: null, request_history, ...amounts, ...because.noted };
  return held(it, sent.amount, { change: is, told: told(it) }, seen, around);
}

/** A request that waits. */
type Waiting = NonNullable<Pending['pending_request']>;

/** Refuses to approve an amount that the request does not allow. */
function requireAmount({ amount, is_amount_controllable }: Waiting, given: number | undefined, asked: Refusing): void {
  if (given === undefined || given === amount) return;
  if (!is_amount_controllable) {
    const message = 'This request is approved as a whole: its is_amount_controllable is false. Leave amount out.';
    asked.refuse({ code: 'parameter_invalid', param: 'amount', message });
  }
  if (given > amount)
    asked.refuse({ code: 'amount_too_large', param: 'amount', message: `At most ${amount} can be approved of this request.` });
}

/** As much of a request as is approved. */
const partOf = (whole: Waiting, amount = whole.amount): Said =>
  amount === whole.amount ? whole : { amount, merchant_amount: shareOf(amount, whole) };

/** What a merchant has decided, by an answer or by a call. */
type Refusing = { readonly refuse: Refuse };
type Verdict = Omit<Extract<Decided, { result: 'answered' }>, 'result'>;

/** The effects of a merchant's decision. */
export function verdict(it: Pending, said: Verdict, seen: Deciding, asked: Around & Refusing): Effects {
  const { pending_request: waiting } = it;
  if (!waiting) return null;
  const noted = said.metadata === undefined ? {} : { metadata: said.metadata };
  if (!said.approved) return declined(it, waiting, { reason: 'webhook_declined', noted }, asked);
  requireAmount(waiting, said.amount, asked);
  return approved(it, partOf(waiting, said.amount), { reason: 'webhook_approved', noted }, seen, asked);
}

/** A merchant who says nothing that could be understood has said beforehand what that means: for the card, or else for all. */
export function byDefault(it: Pending, because: Because, seen: Seen, around: Around): Effects {
  const { pending_request: waiting } = it;
  if (!waiting) return null;
  const decision = seen.card.default_decision ?? seen.account?.settings.card_issuing.default_decision;
  return decision === 'approve' ? approved(it, waiting, because, seen, around) : declined(it, waiting, because, around);
}

/** What a call that decides comes to. */
export function decidedBy(it: Pending, said: Verdict, seen: Deciding, asked: Asked): Decision {
  if (!it.pending_request) return asked.refuse(nothing_waits);
  return verdict(it, said, seen, asked);
}

const nothing_waits: Refusal = {
  code: 'issuing_authorization_unexpected_state',
  message: 'No request of this authorization waits for a decision. It has been decided already, or its time to decide has passed.',
};
