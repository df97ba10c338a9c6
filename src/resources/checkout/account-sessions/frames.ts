import { type Asked, run, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { integer, oneOf, ref, url } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { many, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule } from '../../../kernel/base/rules.js';
import { accountLink, collection_options } from '../../accounts/account-links/account-link.js';
import { createLink } from '../../accounts/account-links/index.js';
import { account } from '../../accounts/accounts/account.js';
import { bankAccount } from '../../accounts/accounts/bank-account.js';
import { daysOfMonth, daysOfWeek } from '../../accounts/accounts/payout-days.js';
import { payout_days, payout_interval } from '../../accounts/accounts/payout-settings.js';
import { updateBalanceSettings } from '../../money/balance-settings/index.js';
import { create as createPayout } from '../../money/payouts/create.js';
import { payout } from '../../money/payouts/payout.js';
import { capture as capturePayment } from '../../payments/payment-intents/capture.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { create as createRefund } from '../../payments/refunds/index.js';
import { refund } from '../../payments/refunds/refund.js';
import { type AccountSession, accountSession, onboarding_component } from './account-session.js';

type Account = It<typeof account>;
type Bank = It<typeof bankAccount>;

/** The refusal of a session that has ended. */
export const ended: Refusal = { code: 'account_session_expired' };

/** What a frame may do: a component that has the feature. */
function requireAble(it: AccountSession, able: boolean, asked: Asked): void {
  if (asked.now >= it.expires_at) asked.refuse(ended);
  if (!able) asked.refuse({ code: 'permission_denied', message: 'The account session does not enable this component or feature.' });
}

/** Whether a component that pays out has a feature. */
const canPayOut = (
  { components: { balances, payouts } }: AccountSession,
  feature: 'edit_payout_schedule' | 'instant_payouts' | 'standard_payouts',
): boolean => [balances, payouts].some(({ enabled, features }) => enabled && features[feature]);

const bankOf = ({ id, bank_name, currency: of, last4 }: Bank) => ({ id, bank_name, currency: of, last4 });

const shownOf = (it: Account, banks: readonly Bank[]) => {
  const { currently_due, disabled_reason, errors, eventually_due, past_due } = it.requirements;
  const { schedule } = it.settings.payouts;
  const due = [...new Set([...past_due, ...currently_due])];
  return {
    banks: banks.map(bankOf),
    business_type: it.business_type,
    currency: it.default_currency,
    disabled_reason,
    due,
    email: it.email,
    errors,
    is_updatable: it.controller?.requirement_collection === 'application',
    later: eventually_due.filter((name) => !due.includes(name)),
    name: it.business_profile.name,
    next_payout: it.next_payout ?? null,
    payouts_enabled: it.payouts_enabled,
    schedule: { interval: schedule.interval, monthly_payout_days: daysOfMonth(schedule), weekly_payout_days: daysOfWeek(schedule) },
    url: it.business_profile.url,
  };
};

/** Shows the account in a frame. */
export const look = rule(accountSession, 'look by', {
  reads: {
    account: own(account),
    banks: many(bankAccount, { by: 'default_for_currency', is: 'true' }),
    more_banks: many(bankAccount, { by: 'default_for_currency', is: 'false' }),
  },
  decide: ({ it, account: owner, banks, more_banks }, asked) => {
    requireAble(it, owner !== null, asked);
    return owner && set(it, { shown: shownOf(owner, [...banks, ...more_banks]) });
  },
});

/** Makes the page on which the owner provides information, within the frame that asks for it. */
export const onboard = rule(accountSession, 'onboard by', {
  takes: {
    component: about('The component that asks.', required(onboarding_component)),
    return_url: about('The address of the frame, to which the owner returns.', required(url)),
  },
  reads: { account: own(account) },
  decide: ({ it, input: { component, return_url }, account: owner }, asked) => {
    const { enabled, features } = it.components[component];
    requireAble(it, enabled && owner !== null, asked);
    const updates = component === 'account_management' && owner?.controller?.requirement_collection === 'application';
    const id = asked.fresh(accountLink);
    const given = {
      ...{ collection_options: collection_options.initial, embedded: true, refresh_url: return_url, return_url },
      ...{ link_type: updates ? ('account_update' as const) : ('account_onboarding' as const) },
      without_bank: !features.external_account_collection,
    };
    return [run(createLink, id, given), set(it, { onboarding: asked.pageUrl('onboarding', { object: accountLink.object, id }, id) })];
  },
});

/** Refunds a payment for the owner. */
export const refundPayment = rule(accountSession, 'refund by', {
  takes: {
    charge: about('The charge to refund.', required(ref('charge'))),
    amount: about('The amount to refund, in the smallest unit of the currency; by default the remaining amount.', integer({ minimum: 1 })),
  },
  decide: ({ it, input }, asked) => {
    const { enabled, features } = it.components.payments;
    requireAble(it, enabled && features.refund_management, asked);
    return run(createRefund, asked.fresh(refund), input);
  },
});

/** Captures a payment for the owner. */
export const capture = rule(accountSession, 'capture by', {
  takes: { payment_intent: about('The payment to capture.', required(ref('payment_intent'))) },
  reads: { payment_intent: paymentIntent },
  decide: ({ it, payment_intent }, asked) => {
    const { enabled, features } = it.components.payments;
    requireAble(it, enabled && features.capture_payments, asked);
    return payment_intent && run(capturePayment, payment_intent, {});
  },
});

/** Pays out for the owner, to the default bank account of the currency. */
export const payOut = rule(accountSession, 'pay out by', {
  takes: {
    amount: about('The amount to pay out, in the smallest unit of the currency.', required(integer({ minimum: 1 }))),
    currency: about('The currency of the payout.', required(currency)),
    method: about('How fast the payout is; `standard` by default.', oneOf('standard', 'instant')),
  },
  reads: { banks: many(bankAccount, { by: 'default_for_currency', is: 'true' }) },
  decide: ({ it, input: { method = 'standard', ...input }, banks }, asked) => {
    requireAble(it, canPayOut(it, method === 'instant' ? 'instant_payouts' : 'standard_payouts'), asked);
    const destination = banks.find((each) => each.currency === input.currency)?.id;
    if (!destination) return asked.refuse({ code: 'payouts_not_allowed', param: 'currency' });
    return run(createPayout, asked.fresh(payout), { ...input, method, destination });
  },
});

/** Changes the payout schedule for the owner. */
export const reschedule = rule(accountSession, 'reschedule by', {
  takes: {
    interval: about('How often funds are paid out.', required(payout_interval)),
    ...pick(payout_days, 'monthly_payout_days', 'weekly_payout_days'),
  },
  reads: { account: own(account) },
  decide: ({ it, input, account: owner }, asked) => {
    requireAble(it, canPayOut(it, 'edit_payout_schedule') && owner !== null, asked);
    return owner && run(updateBalanceSettings, owner, { payments: { payouts: { schedule: input } } });
  },
});
