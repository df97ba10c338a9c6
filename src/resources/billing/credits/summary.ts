import { type Asked, set } from '../../../kernel/base/effects.js';
import { about, type Given, nullable, required } from '../../../kernel/base/fields.js';
import { oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import { resource } from '../../../kernel/base/resource.js';
import { creation } from '../../../kernel/base/rules.js';
import { price } from '../../catalogue/prices/price.js';
import { customer } from '../../customers/customers/customer.js';
import { credit_amount, monetary } from './amount.js';
import { availableIn, type CreditGrant, creditGrant, openGrantsOf } from './grant.js';
import { paysBy, requireScope, type ScopedPrices, scope } from './scope.js';
import { currencyOf } from './transaction.js';

/** The remaining credits of a customer. */
export const creditBalanceSummary = resource({
  object: 'billing.credit_balance_summary',
  title: 'credit balance summary',
  prefix: 'crbsum',
  fields: {
    balances: about(
      'The remaining credits, one entry for each currency.',
      listOf(
        object({
          available_balance: about('The credits that an invoice finalized now can use.', credit_amount),
          ledger_balance: about('The credits that have taken effect and were not used; equal to the available ones.', credit_amount),
        }),
      ),
    ),
    customer: about('The customer who has the credits.', ref('customer')),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
  },
  start: null,
});

const filter_members = {
  applicability_scope: about('The prices that the credits must pay; required with `type=applicability_scope`.', scope),
  credit_grant: about('The grant whose credits are summed up; required with `type=credit_grant`.', ref('billing.credit_grant')),
  type: about('Which of the two members selects the credits.', required(oneOf('applicability_scope', 'credit_grant'))),
} as const;

type Filter = Given<typeof filter_members>;

/** Sums up the credits of a customer: those of a grant, or those that pay the given prices. */
export const summarize = creation(creditBalanceSummary, {
  takes: {
    customer: about('The customer whose credits are summed up.', required(ref('customer'))),
    filter: about('Which credits are summed up.', required(object(filter_members))),
  },
  reads: {
    customer,
    prices: one(price, 'filter.applicability_scope.prices.id'),
    grant: one(creditGrant, 'filter.credit_grant'),
    open_grants: openGrantsOf('customer'),
  },
  decide: ({ it, input: { customer: id, filter }, customer: owner, prices, grant, open_grants }, asked) => {
    if (!owner) return asked.refuse({ code: 'resource_missing', status: 400, param: 'customer', message: `No such customer: '${id}'` });
    const grants = selected(filter, { of: id, prices, grant, open_grants }, asked);
    return set(it, { balances: balancesOf(grants, asked.now), customer: id });
  },
});

type Seen = {
  readonly of: string;
  readonly prices: ScopedPrices;
  readonly grant: CreditGrant | null;
  readonly open_grants: readonly CreditGrant[];
};

function selected(filter: Filter, seen: Seen, asked: Asked): readonly CreditGrant[] {
  const other = filter.type === 'credit_grant' ? 'applicability_scope' : 'credit_grant';
  if (filter[other] !== undefined)
    asked.refuse({
      code: 'parameter_invalid',
      param: `filter[${other}]`,
      message: `${other} can only be sent with filter[type]=${other}.`,
    });
  return filter.type === 'credit_grant' ? ofGrant(seen, asked) : ofScope(filter, seen, asked);
}

function ofGrant({ of, grant }: Seen, asked: Asked): readonly CreditGrant[] {
  const param = 'filter[credit_grant]';
  if (!grant) return asked.refuse({ code: 'parameter_missing', param, message: `Missing required param: ${param}.` });
  if (grant.customer === of) return [grant];
  return asked.refuse({ code: 'parameter_invalid', param, message: 'This credit grant belongs to another customer.' });
}

function ofScope({ applicability_scope }: Filter, { prices, open_grants }: Seen, asked: Asked): readonly CreditGrant[] {
  const at = 'filter[applicability_scope]';
  if (!applicability_scope) return asked.refuse({ code: 'parameter_missing', param: at, message: `Missing required param: ${at}.` });
  requireScope(applicability_scope, prices, at, asked);
  const wanted = (applicability_scope.prices ?? []).map(({ id }) => prices.get(id));
  return open_grants.filter(({ applicability_config: { scope: own } }) =>
    wanted.length ? wanted.some((each) => paysBy(own, each)) : own.price_type === 'metered',
  );
}

/** The sums by currency, in the order of the alphabet. */
function balancesOf(grants: readonly CreditGrant[], now: number) {
  const sums = new Map<string, number>();
  for (const grant of grants) sums.set(currencyOf(grant), (sums.get(currencyOf(grant)) ?? 0) + availableIn(grant, now));
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, value]) => ({ available_balance: monetary(value, currency), ledger_balance: monetary(value, currency) }));
}
