import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { flag, oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { payout_days, payout_interval } from '../../accounts/accounts/payout-settings.js';
import { wrong_answers } from '../../accounts/accounts/wrong-answers.js';
import { components } from './components.js';

/** The account as the frames show it. */
const shown = object({
  banks: about(
    'The bank accounts that receive payouts.',
    listOf(
      object({
        id: about('The id of the bank account.', text),
        bank_name: about('The name of the bank; null if it is not known.', nullable(text)),
        currency: about('The currency of its payouts.', currency),
        last4: about('The last four characters of the account number.', text),
      }),
      100,
    ),
  ),
  business_type: about('The legal form of the business; null until it is known.', nullable(text)),
  currency: about('The default currency of the account.', currency),
  disabled_reason: about('Why payments and payouts are disabled; null if they are not.', nullable(text)),
  due: about('The parameters that must be sent before payments and payouts are enabled.', listOf(text, 500)),
  email: about("The e-mail address of the account's owner; null if it is not known.", nullable(text)),
  errors: wrong_answers,
  is_updatable: about('Whether the owner can change earlier answers.', flag),
  later: about('The parameters that must be sent later.', listOf(text, 500)),
  name: about('The name under which customers know the business; null if it is not known.', nullable(text)),
  next_payout: about('When the schedule pays out next, in Unix seconds; null without a schedule.', nullable(timestamp)),
  payouts_enabled: about('Whether funds can be paid out to the account.', flag),
  schedule: about('The payout schedule.', object({ interval: about('How often funds are paid out.', payout_interval), ...payout_days })),
  url: about('The address of the website of the business; null if it is not known.', nullable(text)),
});

/** The right of a platform's page to show components of a connected account to its owner, for an hour. */
export const accountSession = resource({
  object: 'account_session',
  title: 'account session',
  prefix: 'accs',
  fields: {
    account: about('The connected account that the components show.', ref('account')),
    client_secret: about('The secret with which your page opens the components. Do not store it, and show it to the owner alone.', text),
    components: about('The components that your page may show, with their abilities.', components),
    expires_at: about('When the client secret expires, in Unix seconds: an hour after creation.', timestamp),
    /** The page on which the owner provides the required information, once a frame has asked for it. */
    onboarding: internal(text),
    shown: internal(shown),
  },
  publishable: { id: true, object: true, created: true, livemode: true },
  payer_page: {
    components: {
      account_management: { enabled: true },
      account_onboarding: { enabled: true },
      balances: { enabled: true, features: { edit_payout_schedule: true, instant_payouts: true, standard_payouts: true } },
      notification_banner: { enabled: true },
      payments: { enabled: true, features: { capture_payments: true, refund_management: true } },
      payouts: { enabled: true, features: { edit_payout_schedule: true, instant_payouts: true, standard_payouts: true } },
      payouts_list: { enabled: true },
    },
    onboarding: true,
    shown: {
      banks: { id: true, bank_name: true, currency: true, last4: true },
      business_type: true,
      currency: true,
      disabled_reason: true,
      due: true,
      email: true,
      errors: { code: true, reason: true, requirement: true },
      is_updatable: true,
      later: true,
      name: true,
      next_payout: true,
      payouts_enabled: true,
      schedule: { interval: true, monthly_payout_days: true, weekly_payout_days: true },
      url: true,
    },
  },
  start: null,
});

/** An account session as rules see it. */
export type AccountSession = It<typeof accountSession>;

/** Which page of onboarding a frame opens. */
export const onboarding_component = oneOf('account_management', 'account_onboarding', 'notification_banner');
