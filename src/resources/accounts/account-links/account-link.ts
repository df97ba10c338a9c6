import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { country, flag, oneOf, ref, text, timestamp, url } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { account } from '../accounts/account.js';
import { wrong_answers } from '../accounts/wrong-answers.js';

/** What a link asks for. */
export const collection_options = object({
  fields: about(
    'Whether the page asks only for information that is due now, the default, or also for information that will be due later.',
    oneOf('currently_due', 'eventually_due'),
  ),
  future_requirements: about('Whether future rules are considered; accepted for compatibility, without effect.', oneOf('omit', 'include')),
});

/** What a link is for. */
export const link_type = oneOf('account_onboarding', 'account_update');

/** The questions of a link's page, as of its display. Earlier answers are not in it. */
const form = object({
  asked: about('The parameters that the page asks for.', listOf(text, 500)),
  business_type: account.fields.business_type,
  country: about('The country of the account, as a two-letter ISO 3166-1 code.', country),
  currency: about('The default currency of the account.', currency),
  errors: wrong_answers,
  platform_color: about('The primary color of the platform, as `#rrggbb`; null if it has none.', nullable(text)),
  platform_logo: about('The link to the logo of the platform; null if it has none.', nullable(text)),
  platform_name: about('The name of the platform that asks; null if it has none.', nullable(text)),
});

/** The address of the page where the owner of a connected account provides due information. It opens once, within minutes. */
export const accountLink = resource({
  object: 'account_link',
  prefix: 'alink',
  fields: {
    account: about('The connected account that the link is for.', ref('account')),
    expires_at: about('When the link can no longer be opened, in Unix seconds: five minutes after it was created.', timestamp),
    url: about('The address of the page to redirect the owner of the account to. It opens once.', nullable(text)),
    collection_options: internal(collection_options),
    /** Whether its page stands in a frame of the platform, and whether it asks for no bank account. */
    embedded: internal(flag),
    without_bank: internal(flag),
    form: internal(form),
    link_type: internal(link_type),
    opened: internal(flag),
    platform_color: internal(nullable(text)),
    platform_logo: internal(nullable(text)),
    platform_name: internal(nullable(text)),
    refresh_url: internal(url),
    return_url: internal(url),
    /** The fingerprint of the visitor's session secret, and its expiry. */
    session: internal(text),
    session_until: internal(timestamp),
  },
  publishable: { id: true, object: true, livemode: true },
  payer_page: {
    account: true,
    embedded: true,
    form: {
      asked: true,
      business_type: true,
      country: true,
      currency: true,
      errors: { code: true, reason: true, requirement: true },
      platform_color: true,
      platform_logo: true,
      platform_name: true,
    },
    link_type: true,
    refresh_url: true,
    return_url: true,
  },
  start: null,
});
