import { initially, nullable, object, pick } from '../../base/fields.js';
import { country, email, flag, metadata, oneOf, ref, text, textOf, url } from '../../base/kinds.js';
import { currency } from '../../base/money.js';
import { resource } from '../../base/resource.js';

/** The merchant that a key belongs to. */
export const account = resource({
  object: 'account',
  prefix: 'acct',
  fields: {
    business_profile: object({
      mcc: nullable(textOf(4)),
      name: nullable(text),
      support_email: nullable(email),
      support_phone: nullable(textOf(100)),
      url: nullable(url),
    }),
    business_type: nullable(oneOf('company', 'government_entity', 'individual', 'non_profit')),
    charges_enabled: initially(true, flag),
    country: initially('US', country),
    default_currency: initially('usd', currency),
    default_destination: nullable(ref('bank_account')),
    details_submitted: initially(true, flag),
    email: nullable(email),
    metadata,
    payouts_enabled: initially(true, flag),
    type: oneOf('standard'),
  },
  publishable: {
    id: true,
    object: true,
    business_profile: { mcc: true, name: true, support_email: true, support_phone: true, url: true },
    country: true,
    default_currency: true,
  },
  start: null,
  events: { updated: 'account.updated' },
});

/** What an account may change of itself. */
export const writable = pick(account.fields, 'business_profile', 'business_type', 'email', 'metadata');
