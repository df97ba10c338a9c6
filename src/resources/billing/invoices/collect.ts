import { instead, run, set, tell } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence, otherwise, timer } from '../../../kernel/base/rules.js';
import { confirm } from '../../payments/payment-intents/confirm.js';
import { failed } from './failed.js';
import { finalize } from './finalize.js';
import { invoice } from './invoice.js';
import { methodOf } from './method.js';
import { termsOf } from './pay.js';
import { payableBy } from './payment-for.js';
import { isInFlight } from './payments.js';
import { collecting, methods } from './reads.js';
import { unpaid } from './unpaid.js';

/** Collects the amount due, unless the invoice was paid or automatic collection was turned off. */
export const collect = consequence(invoice, 'collect', {
  from: ['open'],
  reads: { ...methods, ...collecting },
  decide: ({ it, payment, payment_intent, account, ...seen }, around) => {
    const { next_payment_attempt: moment } = it;
    if (!it.auto_advance || moment === null || around.now < moment || !payment_intent || isInFlight(payment_intent)) return null;
    const trying = counted(it);
    const method = methodOf(it, seen);
    // The schedule runs on, and nothing is charged until there is something that could pay.
    if (!method || method.id === it.refused_method)
      return [trying, failed(trying, { account, charge: it.charge, refused_method: it.refused_method ?? null }, around)];
    const { intent, effects } = payableBy(trying, { payment, payment_intent }, { ...seen, account }, around);
    return [trying, effects, run(confirm, intent, termsOf(trying, intent, method, true), instead(unpaid, it))];
  },
});

/** A further attempt to collect. */
export const retry = timer(invoice, 'retry', { runs: collect });

/** A try by itself counts, and a retry among the retries. */
const counted = (it: It<typeof invoice, 'open'>) =>
  set(
    it,
    {
      attempt_count: it.attempt_count + 1,
      next_payment_attempt: null,
      ...(it.first_declined_at != null && { retries: (it.retries ?? 0) + 1 }),
    },
    null,
  );

/** What was sent and not paid in time is overdue. */
export const overdue = timer(invoice, 'overdue', {
  from: ['open'],
  decide: ({ it }, { now }) => it.due_date !== null && now >= it.due_date && tell(it, 'invoice.overdue'),
});

/** It is soon due. */
export const willBeDue = timer(invoice, 'will_be_due', {
  from: ['open'],
  decide: ({ it }, { now }) => it.due_date !== null && now < it.due_date && tell(it, 'invoice.will_be_due'),
});

/** Finalizes a draft when its time has come, unless that was called off, and collects it at once. */
export const finalizeByItself = timer(invoice, 'finalize', {
  from: ['draft'],
  decide: ({ it }, { now }) => {
    const is_time = it.auto_advance && it.automatically_finalizes_at !== null && now >= it.automatically_finalizes_at;
    return is_time && [run(finalize, it, { collected: true }, instead(notFinalized, it)), run(collect, it, {})];
  },
});

/** A draft that cannot be finalized stays one, and tells why. */
const notFinalized = otherwise(invoice, 'fail to finalize', {
  decide: ({ it, input: { refusal } }) => {
    const { code, message = '', param = null } = refusal;
    const failed = set(it, { last_finalization_error: { code, message, param, type: 'invalid_request_error' } }, null);
    return [failed, tell(failed, 'invoice.finalization_failed')];
  },
});
