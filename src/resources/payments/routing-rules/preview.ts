import { about, nullable } from '../../../kernel/base/fields.js';
import { handler, type Reader } from '../../../kernel/base/handler.js';
import { flag, integer, oneOf, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { currency } from '../../../kernel/base/money.js';
import type { Refusal, Refuse } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { account } from '../../accounts/accounts/account.js';
import { type Facts, holdAll } from '../../core/radar/evaluate.js';
import { routeBy } from '../../core/routing/route.js';
import { conditions, type RouteRule } from '../../core/routing/rule-fields.js';
import { charge } from '../charges/charge.js';
import { inOrder, requireRoute } from './route.js';
import { disabledBy, rulesOf } from './routed.js';
import { routingRule } from './rule.js';

type Charge = It<typeof charge>;

/** How many payments are compared at most. */
const payments_max = 2000;
const interval = 30 * day;

const sum = object({
  processor: about('The name of the processor; null for the routes of the operator.', nullable(text)),
  amount: about('The sum of the payments in minor units.', integer()),
  count: about('The number of payments.', integer()),
  currency: about('The currency of the payments.', currency),
});

const members = {
  object: about('Always `routing_preview`.', oneOf('routing_preview')),
  complete: about(`False if the interval has more payments than the newest ${payments_max}, which are compared.`, flag),
  interval_end: about('The end of the compared interval: now.', timestamp),
  interval_start: about('The beginning of the compared interval, thirty days earlier.', timestamp),
  livemode: about('Whether the payments are of live mode.', flag),
  previewed: about('What each processor would be asked first for, by currency.', listOf(sum)),
  processed: about('What each processor has taken, by currency.', listOf(sum)),
  undecided: about(
    'The number of payments for which a rule compares `card_bin`: numbers of cards are not read for a preview. They are not in `previewed`.',
    integer(),
  ),
} as const;

/** What is known of a payment that has been made: everything but the number of its card. */
function factsOf({ amount, billing_details, currency, customer, metadata, payment_method_details: details }: Charge): Facts {
  const { brand = null, country = null, funding = null } = details?.card ?? {};
  return {
    amount,
    billing_country: billing_details.address?.country ?? null,
    card_brand: brand,
    card_country: country,
    card_funding: funding,
    currency,
    customer,
    metadata,
    payment_method_type: details?.type ?? null,
    counted: {},
  };
}

/** Whether the first rule that may apply depends on the number of a card. */
function isUndecided(rules: readonly RouteRule[], facts: Facts): boolean {
  const compared = rules.map(({ conditions }) => conditions.filter(({ attribute }) => attribute !== 'card_bin'));
  const first = rules.findIndex(({ enabled }, place) => enabled && holdAll(compared[place] ?? [], facts));
  return facts.payment_method_type === 'card' && compared[first]?.length !== rules[first]?.conditions.length;
}

/** Adds payments up by processor and currency. */
function summed(payments: readonly { readonly by: string | null; readonly of: Charge }[]) {
  const sums = new Map<string, { processor: string | null; amount: number; count: number; currency: string }>();
  for (const { by, of } of payments) {
    const key = `${by ?? ''} ${of.currency}`;
    const { amount = 0, count = 0 } = sums.get(key) ?? {};
    sums.set(key, { processor: by, amount: amount + of.amount, count: count + 1, currency: of.currency });
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

const params = {
  conditions,
  ...pick(routingRule.fields, 'percentages', 'priority', 'processors'),
} as const;

type Asking = { readonly read: Reader; readonly account: string; readonly refuse: Refuse };
type Attempted = { readonly [K in keyof typeof params]?: RouteRule[K] | undefined };

/** The rules of the account, with the one to try. */
function rulesWith(owner: It<typeof account> | null, { processors, ...given }: Attempted, { read, account: id, refuse }: Asking) {
  const known = rulesOf(owner);
  if (!processors && Object.keys(given).length > 0) return refuse(without_processors);
  if (!processors) return known;
  const { conditions = [], percentages = null, priority = routingRule.fields.priority.initial } = given;
  const tried = { conditions: [...conditions], percentages: percentages && [...percentages], processors: [...processors] };
  requireRoute(tried, { account: id, processors: read.processors, refuse });
  return [...known, { ...tried, id: '~', enabled: true, priority }].sort(inOrder);
}

const without_processors: Refusal = {
  code: 'parameter_missing',
  param: 'processors',
  message: 'Missing required param: processors. Send the processors of the rule to try, or no members of a rule.',
};

/** A dry run of the routing rules. */
export const preview = handler(
  'GET /v1/routing_rules/preview',
  params,
  'Preview routing rules',
  async ({ params: given, read, account: id, livemode, now, refuse }) => {
    const owner = await read.find(account, id);
    const rules = rulesWith(owner, given, { read, account: id, refuse });
    const found = await read.newest(charge, payments_max + 1);
    const recent = found.slice(0, payments_max).filter(({ created, status }) => created > now - interval && status === 'succeeded');
    const options = { offered: read.processors(id, 'charge'), disabled: disabledBy(owner) };
    const decided = recent.filter((each) => !isUndecided(rules, factsOf(each)));
    const routed = decided.map((of) => ({
      of,
      by: routeBy(rules, { ...options, facts: factsOf(of), attempt: of.id }).processors[0] ?? null,
    }));
    return {
      object: 'routing_preview',
      complete: found.length <= payments_max || (found.at(-1)?.created ?? 0) <= now - interval,
      interval_end: now,
      interval_start: now - interval,
      livemode,
      previewed: summed(routed),
      processed: summed(recent.map((of) => ({ of, by: of.processor?.name ?? null }))),
      undecided: recent.length - decided.length,
    };
  },
  {
    about:
      'Compares the successful payments of the last thirty days with the routing rules of the account, and shows counts and amounts by processor. With `processors` a further rule with these members takes part. Nothing is stored.',
    shows: { members },
  },
);
