import { Counter, type Registry } from 'prom-client';
import type { EventRow, Write } from '../../kernel/storage/rows.js';

/** The metric and the outcome of each event that reports the result of a payment, refund, payout or dispute. */
const outcomes: Readonly<Record<string, readonly [Name, string]>> = {
  'payment_intent.amount_capturable_updated': ['payments', 'authorized'],
  'payment_intent.canceled': ['payments', 'canceled'],
  'payment_intent.payment_failed': ['payments', 'failed'],
  'payment_intent.processing': ['payments', 'processing'],
  'payment_intent.requires_action': ['payments', 'requires_action'],
  'payment_intent.succeeded': ['payments', 'succeeded'],
  'charge.failed': ['charges', 'failed'],
  'charge.pending': ['charges', 'pending'],
  'charge.succeeded': ['charges', 'succeeded'],
  'charge.dispute.closed': ['disputes', 'closed'],
  'charge.dispute.created': ['disputes', 'opened'],
  'refund.created': ['refunds', 'created'],
  'refund.failed': ['refunds', 'failed'],
  'payout.canceled': ['payouts', 'canceled'],
  'payout.created': ['payouts', 'created'],
  'payout.failed': ['payouts', 'failed'],
  'payout.paid': ['payouts', 'paid'],
};

const helps = {
  charges: 'Attempts to take money from a payment method, by outcome; an authorization counts as a success.',
  disputes: 'Disputes of charges that were opened and that ended.',
  payments: 'Payments that have reached a status, by status. A payment can be counted under several.',
  payouts: 'Payouts that were created, and their outcomes.',
  refunds: 'Refunds that were created, and those that failed afterwards.',
} as const;

type Name = keyof typeof helps;

const modes = ['live', 'test'] as const;

/** The reasons of declines with a series of their own; a processor may send any text. */
const reasons = [
  'authentication_required',
  'call_issuer',
  'card_not_supported',
  'do_not_honor',
  'expired_card',
  'fraudulent',
  'generic_decline',
  'highest_risk_level',
  'incorrect_cvc',
  'incorrect_number',
  'insufficient_funds',
  'invalid_account',
  'lost_card',
  'pickup_card',
  'processing_error',
  'stolen_card',
  'transaction_not_allowed',
  'try_again_later',
] as const;

const isReason = (text: unknown): boolean => (reasons as readonly unknown[]).includes(text);

const modeOf = ({ account }: Pick<EventRow, 'account'>): (typeof modes)[number] => (account.endsWith('_test') ? 'test' : 'live');

/** Counts what a stored write has reported. Only the text of a declined charge is read. */
export function moneyMetrics(registers: Registry[]): (write: Write) => void {
  const count = counting(registers);
  const declines = new Counter({
    name: 'florin_declines_total',
    help: 'Charges that were declined, by the reason of the bank or of the processor; other reasons are `other`.',
    labelNames: ['reason', 'mode'],
    registers,
  });
  for (const mode of modes) for (const reason of [...reasons, 'other']) declines.inc({ reason, mode }, 0);
  const help = 'Webhook endpoints that were disabled because they had failed for days, or have answered 410.';
  const disabled = new Counter({ name: 'florin_webhook_endpoints_disabled_total', help, registers });
  return ({ events = [] }) => {
    for (const event of events) {
      count(event);
      if (event.type === 'charge.failed') declines.inc({ reason: reasonIn(event), mode: modeOf(event) });
      if (event.type === 'webhook_endpoint.disabled') disabled.inc();
    }
  };
}

/** Series are looked up once, because every write counts. */
function counting(registers: Registry[]): (event: EventRow) => void {
  const counters = new Map(
    Object.entries(helps).map(([name, help]) => [
      name,
      new Counter({ name: `florin_${name}_total`, help, labelNames: ['outcome', 'mode'], registers }),
    ]),
  );
  const series = new Map(
    Object.entries(outcomes).map(([type, [name, outcome]]) => {
      const [live, test] = modes.map((mode) => counters.get(name)?.labels({ outcome, mode }));
      live?.inc(0);
      test?.inc(0);
      return [type, { live, test }];
    }),
  );
  return (event) => series.get(event.type)?.[modeOf(event)]?.inc();
}

type Failed = {
  readonly data?: { readonly object?: { readonly failure_code?: unknown; readonly outcome?: { readonly reason?: unknown } } };
};

function reasonIn({ doc }: EventRow): string {
  const { failure_code, outcome } = (JSON.parse(doc) as Failed).data?.object ?? {};
  return ([outcome?.reason, failure_code].find(isReason) as string | undefined) ?? 'other';
}
