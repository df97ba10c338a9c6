import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { flag, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { wrong_answers } from '../../accounts/accounts/wrong-answers.js';

/** The members of an account that the page of a link shows, as of its display. */
const shown = object({
  currency: about('The default currency of the account.', currency),
  disabled_reason: about('Why payments and payouts are disabled; null if they are not.', nullable(text)),
  due: about('The parameters that must be sent before payments and payouts are enabled.', listOf(text, 500)),
  errors: wrong_answers,
  later: about('The parameters that must be sent later.', listOf(text, 500)),
  name: about('The name under which customers know the business; null if it is not known.', nullable(text)),
  next_payout: about('When the schedule pays out next, in Unix seconds; null without a schedule.', nullable(timestamp)),
  payouts_enabled: about('Whether funds can be paid out to the account.', flag),
});

/** The address of the page that shows a connected account to its owner. It opens once, within minutes. */
export const loginLink = resource({
  object: 'login_link',
  title: 'login link',
  prefix: 'llink',
  fields: {
    url: about('The address to redirect the owner of the account to. It opens once, within five minutes.', text),
    expires_at: internal(timestamp),
    /** The page on which the account provides the required information, once the visitor has asked for it. */
    onboarding: internal(text),
    opened: internal(flag),
    /** The fingerprint of the visitor's session secret, and its expiry. */
    session: internal(text),
    session_until: internal(timestamp),
    shown: internal(shown),
  },
  publishable: { id: true, object: true, created: true, livemode: true },
  payer_page: {
    onboarding: true,
    shown: {
      currency: true,
      disabled_reason: true,
      due: true,
      errors: { code: true, reason: true, requirement: true },
      later: true,
      name: true,
      next_payout: true,
      payouts_enabled: true,
    },
  },
  start: null,
});

/** A login link as rules see it. */
export type LoginLink = It<typeof loginLink>;
