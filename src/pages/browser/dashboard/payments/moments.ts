import { methodName, moment, money } from '../format.js';
import type { Event, RequestLog } from '../kit/history.js';
import type { Charge, Dispute, Payment, Refund, WebhookAttempt } from '../objects.js';
import { say, words } from '../say.js';
import type { Moved } from './money.js';

/** The kinds of entries that a timeline can show. */
export const kinds = ['Activity', 'Events', 'Deliveries', 'API requests'] as const;

/** A kind of entries. */
export type Kind = (typeof kinds)[number];

/** Something that happened to a payment. */
export type Moment = {
  readonly kind: Kind;
  readonly id: string;
  /** Seconds. */
  readonly at: number;
  /** Sorts entries of one second. */
  readonly order: string;
  readonly title: string;
  readonly detail: string | null;
  readonly color: string;
  readonly body?: RequestLog | Event | WebhookAttempt;
};

/** Ids of all kinds begin with their time behind the prefix. */
const orderOf = (id: string): string => id.slice(id.lastIndexOf('_') + 1);

const activity = (id: string, at: number, title: string, detail: string | null, color: string): Moment => {
  return { kind: 'Activity', id, at, order: orderOf(id), title, detail, color };
};

/** The payment's own activity: its creation, attempts, authentication, refunds and disputes. */
export const momentsOf = (payment: Payment, { charges, refunds, disputes }: Moved): readonly Moment[] => [
  activity(payment.id, payment.created, say('Payment created'), money(payment.amount, payment.currency), 'gray'),
  ...charges.flatMap(chargeMoments),
  ...refunds.map(refundMoment),
  ...disputes.map(disputeMoment),
];

function chargeMoments(charge: Charge): readonly Moment[] {
  const { id, created, amount, currency, status, failure_message, payment_method_details: details, captured } = charge;
  const detail = failure_message ?? say('{amount} by {method}', { amount: money(amount, currency), method: methodName(details) });
  const secure = details?.card?.three_d_secure;
  const outcome = words(status === 'succeeded' && !captured ? 'authorized' : status);
  const happened = activity(id, created, say('Charge: {status}', { status: outcome }), detail, status === 'failed' ? 'red' : 'teal');
  if (!secure) return [happened];
  const result = words(secure.result ?? 'attempted');
  const before = activity(
    id,
    created,
    `3D Secure: ${result}`,
    secure.version ? say('Version {version}', { version: secure.version }) : null,
    'blue',
  );
  return [happened, { ...before, id: `${id} `, order: `${before.order.slice(0, -1)} ` }];
}

const refundMoment = ({ id, created, amount, currency, status, failure_reason }: Refund): Moment =>
  activity(
    id,
    created,
    say('Refund: {status}', { status: words(status) }),
    failure_reason ? words(failure_reason) : money(amount, currency),
    status === 'failed' ? 'red' : 'blue',
  );

const disputeMoment = ({ id, created, amount, currency, status, reason, evidence_details }: Dispute): Moment => {
  const due = evidence_details?.due_by ? [say('evidence due {time}', { time: moment(evidence_details.due_by) })] : [];
  const detail = [money(amount, currency), words(reason), ...due].join(', ');
  return activity(id, created, say('Dispute: {status}', { status: words(status) }), detail, 'orange');
};

/** An event of the payment. */
export const eventMoment = (event: Event): Moment => ({
  ...activity(event.id, Math.floor(event.created / 1000), event.type, null, 'gray'),
  kind: 'Events',
  body: event,
});

/** An attempt to deliver an event. */
export const deliveryMoment = (attempt: WebhookAttempt): Moment => ({
  ...activity(
    attempt.id,
    attempt.created,
    say('Delivery of {event}', { event: attempt.event.type }),
    attempt.url,
    attempt.outcome === 'delivered' ? 'teal' : 'red',
  ),
  kind: 'Deliveries',
  body: attempt,
});

/** A request of the API. */
export const requestMoment = (log: RequestLog): Moment => ({
  ...activity(log.id, log.created, `${log.method} ${log.path}`, log.error?.message ?? null, log.outcome === 'succeeded' ? 'teal' : 'red'),
  kind: 'API requests',
  detail: `${log.status_code}${log.error ? `: ${log.error.message}` : ''}`,
  body: log,
});
