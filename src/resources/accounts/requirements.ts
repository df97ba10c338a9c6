import { mergeMembers } from '../../base/fields.js';
import type { It, Settable } from '../../base/resource.js';
import { account } from './account.js';
import type { CapabilityName } from './capabilities.js';

type Account = It<typeof account>;

/** What is to be judged of an account: all of it, as it will be. */
export type Told = Omit<Account, 'id' | 'object' | 'created' | 'livemode'>;

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '';

const address_parts = ['line1', 'city', 'postal_code'] as const;

/** What of a company is not told yet, by the names under which it is sent. */
function missingOfCompany({ company }: Told): string[] {
  const { address = null } = company ?? {};
  return [
    ...(isMissing(company?.name) ? ['company.name'] : []),
    ...(isMissing(company?.phone) ? ['company.phone'] : []),
    ...address_parts.flatMap((part) => (isMissing(address?.[part]) ? [`company.address.${part}`] : [])),
  ];
}

/** What an account has to tell before it may do what it has asked for (Stripe's names), in the order of the alphabet. */
export function dueOf(told: Told): string[] {
  const { business_profile, business_type, default_destination, tos_acceptance } = told;
  if (Object.keys(told.capabilities).length === 0) return [];
  const due = [
    ...(isMissing(business_type) ? ['business_type'] : []),
    ...(business_type !== null && business_type !== 'individual' ? missingOfCompany(told) : []),
    ...(isMissing(business_profile.mcc) ? ['business_profile.mcc'] : []),
    ...(isMissing(business_profile.url) && isMissing(business_profile.product_description) ? ['business_profile.url'] : []),
    ...(isMissing(default_destination) ? ['external_account'] : []),
    ...(isMissing(tos_acceptance.date) ? ['tos_acceptance.date'] : []),
    ...(isMissing(tos_acceptance.ip) ? ['tos_acceptance.ip'] : []),
  ];
  return due.sort();
}

const takesPayments = (name: string): boolean => name.endsWith('_payments');

/**
 * What follows for a connected account from what is known of it: what is due, which of its capabilities are active, and whether it may take
 * payments and be paid out. Nothing follows for an account that answers for itself.
 */
export function judged(told: Told): Settable<typeof account> {
  if (!told.platform) return {};
  const due = dueOf(told);
  const { rejected } = told;
  const isAble = due.length === 0 && !rejected;
  const capabilities = Object.fromEntries(Object.keys(told.capabilities).map((name) => [name, isAble ? 'active' : 'inactive'] as const));
  const active = isAble ? Object.keys(capabilities) : [];
  const disabled_reason = rejected ? `rejected.${rejected}` : due.length ? 'requirements.past_due' : null;
  return {
    capabilities,
    charges_enabled: active.some(takesPayments),
    details_submitted: told.details_submitted || (Object.keys(capabilities).length > 0 && due.length === 0),
    payouts_enabled: active.length > 0 && told.default_destination !== null,
    requirements: { currently_due: due, eventually_due: due, past_due: due, disabled_reason },
  };
}

/** A change of an account with all that follows from it. */
export const withJudgement = (it: Told, change: Settable<typeof account>): Settable<typeof account> => ({
  ...change,
  ...judged(mergeMembers(account.fields, it as Account, change) as Told),
});

/** Whether an account may do something. One that answers for itself may do all. */
export const isAllowed = ({ platform, capabilities }: Pick<Account, 'platform' | 'capabilities'>, name: CapabilityName): boolean =>
  !platform || capabilities[name] === 'active';
