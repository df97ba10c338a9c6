import type { access } from './access.js';
import type { Role } from './core/members/member.js';

type Permission = NonNullable<(typeof access)[keyof typeof access]['restricted']>;

type Group<P> = P extends `${infer Name}_read` | `${infer Name}_write` ? Name : never;

/** What a role may do with a group of the API: `test` changes objects in test mode and reads them in live mode. */
type Level = 'write' | 'test' | 'read' | null;

type Levels = Readonly<Record<Exclude<Role, 'administrator'>, Level>>;

/**
 * The permissions of the roles, by the permissions of restricted keys. An administrator may do what a secret key may. Developers build and test, and
 * in live mode change only what is no money; analysts read and export; support serves customers and returns money; those who only view see no
 * bodies of requests and no bank details.
 */
const levels: Readonly<Record<Group<Permission>, Levels>> = {
  accounts: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  application_fees: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  balance: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  beneficiaries: { developer: 'test', analyst: 'read', support: null, view_only: null },
  billing_credits: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  billing_meter_events: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  billing_meters: { developer: 'write', analyst: 'read', support: 'read', view_only: 'read' },
  charges: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  checkout_sessions: { developer: 'write', analyst: 'read', support: 'write', view_only: 'read' },
  coupons: { developer: 'write', analyst: 'read', support: 'read', view_only: 'read' },
  credit_notes: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  customer_portal: { developer: 'write', analyst: 'read', support: 'write', view_only: 'read' },
  customer_sessions: { developer: 'test', analyst: null, support: null, view_only: null },
  customers: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  disputes: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  entitlements: { developer: 'write', analyst: 'read', support: 'read', view_only: 'read' },
  ephemeral_keys: { developer: 'test', analyst: null, support: null, view_only: null },
  events: { developer: 'write', analyst: 'read', support: 'read', view_only: null },
  files: { developer: 'write', analyst: 'write', support: 'write', view_only: 'read' },
  fx_quotes: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  invoices: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  issuing_authorizations: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  issuing_cardholders: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  issuing_cards: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  issuing_disputes: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  issuing_transactions: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  payment_intents: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  payment_links: { developer: 'write', analyst: 'read', support: 'write', view_only: 'read' },
  payment_method_configurations: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  payment_method_domains: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  payment_methods: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  payment_records: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  payouts: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  prices: { developer: 'write', analyst: 'read', support: 'read', view_only: 'read' },
  products: { developer: 'write', analyst: 'read', support: 'read', view_only: 'read' },
  promotion_codes: { developer: 'write', analyst: 'read', support: 'write', view_only: 'read' },
  radar: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  quotes: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  refunds: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  reporting: { developer: 'test', analyst: 'write', support: 'read', view_only: 'read' },
  request_logs: { developer: 'read', analyst: 'read', support: null, view_only: null },
  reviews: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  routing_rules: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  sandbox: { developer: 'test', analyst: null, support: null, view_only: null },
  saved_filters: { developer: 'write', analyst: 'write', support: 'write', view_only: 'read' },
  setup_intents: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  shipping_rates: { developer: 'write', analyst: 'read', support: 'read', view_only: 'read' },
  stripe_cli: { developer: 'test', analyst: null, support: null, view_only: null },
  subscriptions: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  tax: { developer: 'write', analyst: 'read', support: 'read', view_only: 'read' },
  tax_ids: { developer: 'test', analyst: 'read', support: 'write', view_only: 'read' },
  tax_rates: { developer: 'write', analyst: 'read', support: 'read', view_only: 'read' },
  test_clocks: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  tokens: { developer: 'test', analyst: null, support: null, view_only: null },
  transfers: { developer: 'test', analyst: 'read', support: 'read', view_only: 'read' },
  webhook_endpoints: { developer: 'write', analyst: 'read', support: null, view_only: null },
};

const suffix = (level: Level, livemode: boolean): '_read' | '_write' =>
  level === 'write' || (level === 'test' && !livemode) ? '_write' : '_read';

/** The permissions of a role in a mode; null for an administrator, who may do what a secret key may. */
export function permissionsOf(role: Role, livemode: boolean): readonly string[] | null {
  if (role === 'administrator') return null;
  return Object.entries(levels).flatMap(([group, { [role]: level }]) => (level ? [`${group}${suffix(level, livemode)}`] : []));
}
