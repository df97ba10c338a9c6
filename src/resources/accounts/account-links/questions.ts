import type { It } from '../../../kernel/base/resource.js';
import { account } from '../accounts/account.js';
import { dueOf, type Told } from '../accounts/requirements.js';
import type { Person } from '../persons/person.js';
import type { accountLink } from './account-link.js';

type Account = It<typeof account>;
type Link = It<typeof accountLink>;

const { business_profile, company } = account.fields;

/** An account as if only its business type were known: every field can be changed. */
const untold = (it: Told): Told => ({
  ...it,
  business_profile: business_profile.initial,
  company: company.initial,
  default_destination: null,
});

/** What the page of a link asks. */
export function askedOf(
  link: Pick<Link, 'collection_options' | 'link_type' | 'without_bank' | 'platform_color' | 'platform_logo' | 'platform_name'>,
  it: Account,
  persons: readonly Person[],
) {
  const { collection_options, link_type, platform_color = null, platform_logo = null, platform_name = null } = link;
  const { requirements, business_type, country, default_currency: currency } = it;
  const later = collection_options?.fields === 'eventually_due';
  const due = later ? requirements.eventually_due : requirements.currently_due;
  const all = link_type === 'account_update' ? dueOf(untold(it), business_type === 'individual' ? [] : persons).currently : [];
  const platform = { platform_color, platform_logo, platform_name };
  const asked = [...new Set([...due, ...all])].filter((name) => !(link.without_bank && name.startsWith('external_account')));
  return { asked, business_type, country, currency, errors: requirements.errors, ...platform };
}
