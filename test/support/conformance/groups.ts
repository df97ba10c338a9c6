/** Names of paths that hold several groups. */
const holders = /^(billing|billing_portal|checkout|entitlements|issuing|reporting|test_helpers)$/;

/** Groups with parts that are counted apart, because they are large or left out. */
const parts: Readonly<Record<string, readonly string[]>> = {
  accounts: ['persons', 'external_accounts', 'capabilities', 'login_links'],
  customers: ['sources', 'cash_balance', 'cash_balance_transactions', 'tax_ids', 'balance_transactions'],
  invoices: ['lines'],
  radar: ['payment_evaluations'],
};

/** The group of an operation, by the first names of its path: `GET /v1/billing/meters/{}` is of `billing.meters`. */
export function groupOf(route: string): string {
  const [, path = ''] = route.split(' ');
  const [version = '', first = '', second = ''] = path.split('/').filter((name) => name && name !== '{}');
  if (version === 'v2') return `v2.${first}`;
  if (second && (holders.test(first) || parts[first]?.includes(second))) return `${first}.${second}`;
  return first === 'account' ? 'accounts' : first;
}

/** The group of an event, by its type, where its object alone does not say it. */
export function groupOfEvent(type: string): string {
  const [first = '', second = ''] = type.split('.');
  if (holders.test(first)) return `${first}.${second.replace('_summary', '')}s`;
  if (first === 'source') return 'sources';
  if (parts[`${first}s`]?.includes(`${second}s`)) return `${first}s.${second}s`;
  return first === 'account' ? 'accounts' : first;
}
