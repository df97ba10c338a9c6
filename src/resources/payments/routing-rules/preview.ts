import { about, nullable } from '../../../kernel/base/fields.js';
import { handler, type Reader } from '../../../kernel/base/handler.js';
import { flag, integer, oneOf, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { currency } from '../../../kernel/base/money.js';
import type { Refusal, Refuse } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { account } from '../../accounts/accounts/account.js';
import type { Facts } from '../../core/radar/evaluate.js';
import { type Routed, routeBy } from '../../core/routing/route.js';
import { conditions, type RouteRule } from '../../core/routing/rule-fields.js';
import { charge } from '../charges/charge.js';
import { inOrder, requireBounded, requireRoute } from './route.js';
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
    'The number of payments that `card_bin` decides and whose charge has no `payment_method_details[card][iin]`: numbers of cards are not read for a preview. They are not in `previewed`.',
    integer(),
  ),
} as const;

/** The facts of an earlier payment; the first digits of its card only if its charge has them. */
function factsOf({ amount, billing_details, currency, customer, metadata, payment_method_details: details }: Charge): Facts {
  const { brand = null, country = null, funding = null, iin = null } = details?.card ?? {};
  return {
    amount,
    billing_country: billing_details.address?.country ?? null,
    card_bin: iin,
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

/** How a payment is routed; null if that depends on the unknown number of its card. */
type Router = (of: Charge) => Routed | null;

/** Compares payments with rules. Of a card whose first digits are unknown, conditions on them count as met: a rule that needs them decides nothing. */
function routerBy(rules: readonly RouteRule[], options: Pick<Parameters<typeof routeBy>[1], 'disabled' | 'offered'>): Router {
  const without_bin = rules.map((rule) => ({ ...rule, conditions: rule.conditions.filter(({ attribute }) => attribute !== 'card_bin') }));
  const by_bin = new Set(
    rules.filter(({ conditions }) => conditions.some(({ attribute }) => attribute === 'card_bin')).map(({ id }) => id),
  );
  return (of) => {
    const facts = factsOf(of);
    const is_unknown = facts.payment_method_type === 'card' && facts.card_bin === null;
    const routed = routeBy(is_unknown ? without_bin : rules, { ...options, facts, attempt: of.id });
    return is_unknown && routed.rule !== null && by_bin.has(routed.rule) ? null : routed;
  };
}

/** How many payments are compared before other requests are served. */
const compared_at_once = 50;

type Payment = { readonly by: string | null; readonly of: Charge };

/** The payments that are decided, each with the processor that would be asked first. */
async function previewOf(payments: readonly Charge[], router: Router): Promise<readonly Payment[]> {
  const decided: Payment[] = [];
  for (const [place, of] of payments.entries()) {
    if (place > 0 && place % compared_at_once === 0) await new Promise(setImmediate);
    const routed = router(of);
    if (routed) decided.push({ by: routed.processors[0] ?? null, of });
  }
  return decided;
}

/** Adds payments up by processor and currency. */
function summed(payments: readonly Payment[]) {
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
  requireBounded([...known, tried], { refuse });
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
    const decided = await previewOf(recent, routerBy(rules, options));
    return {
      object: 'routing_preview',
      complete: found.length <= payments_max || (found.at(-1)?.created ?? 0) <= now - interval,
      interval_end: now,
      interval_start: now - interval,
      livemode,
      previewed: summed(decided),
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
