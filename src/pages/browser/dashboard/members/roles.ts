import { say, words } from '../say.js';

/** The roles, with what each may do. */
export const roles = [
  { value: 'administrator', label: 'Administrator', can: 'Everything, including members and keys' },
  { value: 'developer', label: 'Developer', can: 'Builds and tests; webhooks and products in live mode' },
  { value: 'analyst', label: 'Analyst', can: 'Reads and exports everything' },
  { value: 'support', label: 'Support', can: 'Customers, subscriptions, invoices, refunds and disputes' },
  { value: 'view_only', label: 'View only', can: 'Reads payments, customers and billing' },
] as const;

/** The name of a role. */
export function roleName(role: string): string {
  const known = roles.find(({ value }) => value === role);
  return known ? say(known.label) : words(role);
}
