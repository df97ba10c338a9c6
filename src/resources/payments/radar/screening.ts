import { Concealed } from '../../../kernel/base/concealed.js';
import type { Around } from '../../../kernel/base/effects.js';
import { field } from '../../../kernel/base/fields.js';
import { flag, text } from '../../../kernel/base/kinds.js';
import { type Used, usage } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { countedBy, type Facts, screened, usageOf } from '../../core/radar/evaluate.js';
import type { CompiledRule, Screening } from '../../core/radar/rule-fields.js';
import type { Routed } from '../../core/routing/route.js';
import type { customer } from '../../customers/customers/customer.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import { isRouting, routed } from '../routing-rules/routed.js';

type Owner = It<typeof account> | null;

const declining = (id: string, attribute: 'address_postal_code_check' | 'cvc_check', enabled: boolean): CompiledRule => ({
  id,
  action: 'block',
  enabled,
  conditions: [{ attribute, operator: 'is', values: ['fail'] }],
});

/** The rules of an account: its own, and those that its settings of cards say. */
export function rulesOf(owner: Owner): readonly CompiledRule[] {
  const { avs_failure = false, cvc_failure = false } = owner?.settings.card_payments.decline_on ?? {};
  return [
    ...(owner?.radar_rules ?? []),
    declining('block_if_postal_code_check_fails', 'address_postal_code_check', avs_failure),
    declining('block_if_cvc_check_fails', 'cvc_check', cvc_failure),
  ];
}

const isEnabled = ({ enabled }: { readonly enabled: boolean }): boolean => enabled;

/** Whether a rule may decide about payments of an account, or how they are routed. */
export const hasRules = (owner: Owner): boolean => rulesOf(owner).some(isEnabled) || isRouting(owner);

const code = field<Concealed>({ type: 'string' }, new Concealed(''), () => undefined);

/** What only the confirming request knows; it is passed on to the processor's question. */
export const confirming = { cvc: code, payment_code: code, native: flag, off_session: flag, ip_address: text } as const;

/** The facts of a payment, for the rule that compares them. */
export const compared = { ...confirming, facts: field<Facts>({ type: 'object' }, { metadata: {}, counted: {} }, () => undefined) } as const;

/** What is paid, and by whom. */
type Paid = {
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly radar_options?: { readonly session?: string | undefined } | undefined;
  readonly receipt_email: string | null;
};

/** Everything that rules can compare before the processor is asked. */
export function factsOf(
  paid: Paid,
  method: It<typeof paymentMethod>,
  owner: It<typeof customer> | null,
  ip_address: string | undefined,
  { contents, fingerprint, payer }: Around,
): Facts {
  const { card, billing_details, type } = method;
  const email = billing_details.email ?? owner?.email ?? paid.receipt_email;
  const address = ip_address === undefined ? payer?.address : fingerprint(new Concealed(ip_address.toLowerCase()));
  const hashed_email = email && fingerprint(new Concealed(email.toLowerCase()));
  return {
    amount: paid.amount,
    billing_country: billing_details.address?.country ?? null,
    billing_postal_code: billing_details.address?.postal_code ?? null,
    ...(card && {
      card_bin: contents(method).number?.reveal().slice(0, 6) ?? null,
      card_brand: card.brand,
      card_country: card.country,
      card_fingerprint: card.fingerprint,
      card_funding: card.funding,
    }),
    currency: paid.currency,
    customer: owner?.id ?? null,
    email,
    email_domain: email?.split('@').at(-1) ?? null,
    ip_address: address ?? null,
    metadata: paid.metadata,
    payment_method_type: type,
    radar_session: paid.radar_options?.session ?? null,
    counted: {
      ...(card?.fingerprint && { card: card.fingerprint }),
      ...(owner && { customer: owner.id }),
      ...(hashed_email && { email: hashed_email }),
      ...(address && { ip_address: address }),
    },
  };
}

type Comparing = { readonly owner: Owner; readonly input: { readonly facts?: Facts } };

const nothing: Facts = { metadata: {}, counted: {} };

/** The members of value lists and the earlier charges that rules ask for; nothing is read if no rule does. */
export const used = usage(({ owner, input: { facts = nothing } }: Comparing, now) => usageOf(rulesOf(owner), facts, now));

/** What the rules have decided about an attempt, to be stored with it, and whether they have blocked it. */
export function judged(
  attempt: string,
  {
    owner,
    input: { facts = nothing, ip_address, off_session },
    used,
  }: Comparing & { readonly used: Used; readonly input: { readonly ip_address?: string; readonly off_session?: boolean } },
  around: Around,
): {
  readonly members: { readonly screening: Stored; readonly counted_by: string[]; readonly routing?: Routed };
  readonly blocked: boolean;
} {
  const { fingerprint, now } = around;
  const rules = rulesOf(owner);
  const { candidates, three_d_secure } = screened(rules, { facts, used, now, hashed: (address) => fingerprint(new Concealed(address)) });
  const [first] = candidates;
  const screening: Stored = {
    candidates: candidates.map((each) => ({ ...each, conditions: [...each.conditions] })),
    ip_address: ip_address ?? null,
    // A payer who is absent cannot authenticate.
    three_d_secure: off_session ? null : three_d_secure,
  };
  const blocked = first?.action === 'block' && first.conditions.length === 0;
  const routing = !blocked && routed(owner, facts, attempt, around);
  return { members: { screening, counted_by: countedBy(rules, facts), ...(routing && { routing }) }, blocked };
}

type Candidates = Screening['candidates'][number];
type Stored = Omit<Screening, 'candidates'> & {
  candidates: (Omit<Candidates, 'conditions'> & { conditions: Candidates['conditions'][number][] })[];
};
