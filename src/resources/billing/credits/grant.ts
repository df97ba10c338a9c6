import { about, initially, internal, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { many } from '../../../kernel/base/reads.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { credit_amount } from './amount.js';
import { scope } from './scope.js';

/** Credits that a customer may use for metered prices, and until when. */
export const creditGrant = resource({
  object: 'billing.credit_grant',
  title: 'credit grant',
  prefix: 'credgr',
  fields: {
    amount: about('The granted amount.', credit_amount),
    applicability_config: about('The prices that the credits apply to.', object({ scope })),
    category: about(
      'Whether the customer paid for the credits (`paid`) or not (`promotional`); of equal grants promotional ones are used first.',
      initially('paid', oneOf('paid', 'promotional')),
    ),
    customer: about('The customer who has the credits.', ref('customer')),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    effective_at: about('When the credits can be used, in Unix seconds; from the creation by default.', nullable(timestamp)),
    expires_at: about('When the unused credits expire, in Unix seconds; null for never.', nullable(timestamp)),
    metadata,
    name: about('The name of the grant for your own use, up to 100 characters.', nullable(textOf(100))),
    /** Whether credits remain, so that the unused grants of a customer can be read. */
    open: internal(flag),
    priority: about(
      'The order of use: 0 is used first, 100 last; 50 by default.',
      nullable(initially(50, integer({ minimum: 0, maximum: 100 }))),
    ),
    /** The unused credits in minor units; 0 once the grant has expired or was voided. */
    remaining: internal(integer()),
    test_clock: about(
      'The test clock of the customer, in test mode; null for the clock of the account.',
      nullable(ref('test_helpers.test_clock')),
    ),
    updated: about('When the grant last changed, in Unix seconds.', timestamp),
    voided_at: about('When the grant was voided, in Unix seconds; null unless it was.', nullable(timestamp)),
  },
  start: 'billing.credit_grant.created',
  events: { updated: 'billing.credit_grant.updated' },
  timers: ['expire'],
  owner: 'customer',
  columns: ['customer', 'open', 'test_clock'],
});

/** A grant as rules see it. */
export type CreditGrant = It<typeof creditGrant>;

/** How many grants with unused credits a customer may have (Stripe). */
export const open_grants_max = 100;

// Beyond the maximum, because credits that voided invoices return can reopen grants.
const read_max = 1000;

/** The grants of a customer that have unused credits. */
export const openGrantsOf = <const P extends string>(of: P) =>
  many(creditGrant, { by: 'customer', of, where: { open: 'true' }, at_most: read_max, cut: true });

/** Whether the unused credits of a grant have expired. */
export const isExpired = ({ expires_at }: Pick<CreditGrant, 'expires_at'>, now: number): boolean =>
  expires_at !== null && expires_at <= now;

/** The available credits of a grant, in minor units: none before it takes effect or after it has expired. */
export const availableIn = (it: Pick<CreditGrant, 'effective_at' | 'expires_at' | 'remaining'>, now: number): number =>
  (it.effective_at ?? 0) <= now && !isExpired(it, now) ? (it.remaining ?? 0) : 0;
