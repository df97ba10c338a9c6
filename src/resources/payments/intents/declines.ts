import type { Concealed } from '../../../kernel/base/concealed.js';
import type { Around, Asked } from '../../../kernel/base/effects.js';
import { internal, nullable } from '../../../kernel/base/fields.js';
import { flag, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf } from '../../../kernel/base/members.js';
import { type Payer, type UsageAsked, type Used, usage } from '../../../kernel/base/reads.js';
import type { It, Recorded } from '../../../kernel/base/resource.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import { numberOfToken } from '../payment-methods/test-names.js';
import type { Token } from '../tokens/token.js';

/** How long a decline counts, in seconds. */
const hour = 3600;

/** The counts that the declines of an attempt add to; none where the merchant's server has confirmed it. */
export const counted_in = internal(listOf(text));

/** What an intent keeps of attempts that a payer has confirmed. The last two were kept before declines had counts of their own. */
export const of_browser = {
  counted_in,
  payment_link: internal(nullable(ref('payment_link'))),
  confirmed_by_browser: internal(flag),
  declined_at: internal(listOf(timestamp)),
};

/** What an attempt is known by before it is made: its intent, or the payment link that leads to one. */
type Trying = {
  readonly it: { readonly id: string; readonly object: string; readonly payment_link?: string | null | undefined };
  readonly input: {
    readonly [other: string]: unknown;
    readonly payment_link?: string | undefined;
    readonly payment_method_data?: { readonly card?: { readonly number?: Concealed; readonly token?: string } | undefined } | undefined;
  };
  readonly confirmed_method?: It<typeof paymentMethod> | null;
  readonly payment_method?: It<typeof paymentMethod> | null;
  readonly token?: Token | null;
};

/** A count of declines, and how many it allows in an hour, as a multiple of FLORIN_DECLINES_PER_HOUR_MAX. */
type Count = { readonly name: string; readonly multiple: number };

/** The counts of an attempt. Many payers share the later ones. */
function countsOf({ it, input, ...seen }: Trying, payer: Payer | null): readonly Count[] {
  if (!payer) return [];
  const card = fingerprintOf(input.payment_method_data?.card, seen, payer);
  const link = it.object === 'payment_link' ? it.id : (it.payment_link ?? input.payment_link);
  return [
    { name: `intent ${it.id}`, multiple: 1 },
    ...(card ? [{ name: `card ${card}`, multiple: 1 }] : []),
    { name: `address ${payer.address}`, multiple: 3 },
    ...(link ? [{ name: `link ${link}`, multiple: 10 }] : []),
    { name: 'account', multiple: 100 },
  ];
}

type Typed = NonNullable<Trying['input']['payment_method_data']>['card'];

function fingerprintOf(typed: Typed, { confirmed_method, payment_method, token }: Omit<Trying, 'it' | 'input'>, { fingerprint }: Payer) {
  if (!typed) return (confirmed_method ?? payment_method)?.card?.fingerprint;
  const number = typed.token ? numberOfToken(typed.token) : typed.number;
  return token?.method?.card?.fingerprint ?? (number && fingerprint(number));
}

const metered = (name: string): string => `declines ${name}`;
const firstOf = (name: string): string => `first ${name}`;

/** The declined attempts within an hour in each counter of a new attempt, and the time of the first. */
export const declines = usage((seen: Trying, now, payer): UsageAsked[] =>
  countsOf(seen, payer).flatMap(({ name }) => {
    const within = { of: metered(name), start: now - hour + 1, end: now + 1 };
    return [
      { ...within, key: name, formula: 'count' },
      { ...within, key: firstOf(name), formula: 'first_at' },
    ];
  }),
);

/** Why a payer cannot try again yet: a list of stolen cards could otherwise be tried out, on one page or on many. */
export function requireTries(trying: Trying, declined: Used, asked: Asked): void {
  const { now, payer, declines_per_hour_max: most } = asked;
  const full = countsOf(trying, payer).filter(({ name, multiple }) => Number(declined.get(name)) >= most * multiple);
  if (full.length === 0) return;
  const since = Math.max(...full.map(({ name }) => Number(declined.get(firstOf(name)))));
  const message =
    'Too many attempts to pay were declined within an hour. Confirm again when that hour is over, or from your server with your secret key.';
  asked.refuse({ code: 'rate_limit', message, retry_after_seconds: Math.max(1, since + hour - now) });
}

/** Where the declines of this attempt are counted, where that was elsewhere before. */
export function countedIn(trying: Trying & { readonly it: { readonly counted_in?: readonly string[] | undefined } }, { payer }: Around) {
  const counted_in = countsOf(trying, payer).map(({ name }) => name);
  return counted_in.length === 0 && !trying.it.counted_in?.length ? {} : { counted_in };
}

/** What a declined attempt adds to its counts. */
export const declinedIn = (counts: unknown, at: number): Recorded[] =>
  (Array.isArray(counts) ? counts : []).map((name) => ({ metered: metered(String(name)), customer: '', at, value: '1', replaces: false }));
