import { not_yet } from '../../src/resources/not-yet.js';

/** What is peculiar about a trigger of the Stripe CLI; most have their own event, in an empty sandbox. */
export type Trigger = {
  /** The events, if they are others than the name says. */
  readonly events?: readonly string[];
  /** What must exist: funds in the balance; or an endpoint that decides authorizations, and funds for cards. */
  readonly needs?: 'funds' | 'deciding endpoint';
  /** The event follows when the sandbox's clock has advanced by so many days. */
  readonly after_days?: number;
  /** A group of Stripe's that Florin does not contain. */
  readonly group?: string;
  readonly note?: string;
};

const identity: Trigger = { group: '/v1/identity' };
const thin: Trigger = { group: '/v2' };
const debited: Trigger = { after_days: 7 };
const funded: Trigger = { needs: 'funds', note: 'the fixture transfers the whole payment, of which the fee is already deducted' };
const decided: Trigger = { needs: 'deciding endpoint' };
const decided_request: Trigger = { ...decided, events: ['issuing_authorization.request'] };

/** The triggers with something to note. */
export const peculiar: Readonly<Record<string, Trigger>> = {
  'account.application.deauthorized': { events: [], note: 'the fixture deletes a connected account; Florin has no applications' },
  'checkout.session.async_payment_failed': debited,
  'checkout.session.async_payment_succeeded': debited,
  'identity.verification_session.canceled': identity,
  'identity.verification_session.created': identity,
  'identity.verification_session.redacted': identity,
  'issuing_authorization.request': decided,
  'issuing_authorization.request.eu': decided_request,
  'issuing_authorization.request.gb': decided_request,
  'issuing_card.created.eu': { events: ['issuing_card.created'] },
  'issuing_card.created.gb': { events: ['issuing_card.created'] },
  'issuing_cardholder.created.eu': { events: ['issuing_cardholder.created'] },
  'issuing_cardholder.created.gb': { events: ['issuing_cardholder.created'] },
  'payment_intent.partially_funded': {
    events: ['customer_cash_balance_transaction.created'],
    note: 'a bank transfer pays a payment completely or not at all',
  },
  'reporting.report_run.succeeded': { group: '/v1/reporting' },
  'subscription.payment_failed': { events: ['customer.subscription.created', 'invoice.payment_failed'] },
  'subscription.payment_succeeded': { events: ['customer.subscription.created', 'invoice.payment_succeeded'] },
  'subscription_schedule.aborted': {
    events: ['subscription_schedule.canceled'],
    note: 'the fixture cancels the schedule; `subscription_schedule.aborted` follows nonpayment',
  },
  'subscription_schedule.completed': {
    events: ['subscription_schedule.aborted'],
    note: "the fixture's customer has no payment method, so the subscription ends for nonpayment before its phase does",
  },
  'subscription_schedule.expiring': {
    events: ['subscription_schedule.created'],
    note: 'the fixture stops nine days before the end of the schedule, and the event is sent seven days before',
  },
  'transfer.created': funded,
  'transfer.reversed': funded,
  'transfer.updated': funded,
  'v1.billing.meter.error_report_triggered': thin,
  'v1.billing.meter.no_meter_found': thin,
};

/** Whether the group of a trigger is missing. */
export const isAbsent = ({ group }: Trigger): boolean => group !== undefined && not_yet.includes(group);

/** A row of the table in docs/stripe-cli.md. */
export function rowOf(name: string): string {
  const trigger = peculiar[name] ?? {};
  return `| \`${name}\` | ${isAbsent(trigger) ? '' : (trigger.events ?? [name]).map((event) => `\`${event}\``).join(', ')} | ${noteOf(trigger)} |`;
}

function noteOf(trigger: Trigger): string {
  const { after_days, group, needs, note } = trigger;
  if (isAbsent(trigger)) return `Florin does not contain \`${group}\``;
  return [
    ...(needs
      ? [`needs ${needs === 'funds' ? 'funds in the balance' : 'an endpoint that decides authorizations, and funds for cards'}`]
      : []),
    ...(after_days ? [`follows when the clock has advanced by ${after_days} days`] : []),
    ...(note ? [note] : []),
  ].join('; ');
}
