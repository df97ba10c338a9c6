import { type Asked, type Effects, run, set } from '../../../kernel/base/effects.js';
import { day } from '../../../kernel/base/moments.js';
import { type Found, many } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence } from '../../../kernel/base/rules.js';
import { charge } from '../charges/charge.js';
import { dispute } from './dispute.js';
import { type Described, required_actions } from './enhanced.js';

type Dispute = It<typeof dispute>;
type Charge = It<typeof charge>;
type Evidence = NonNullable<Dispute['evidence']['enhanced_evidence']['visa_compelling_evidence_3']>;

/** How long before a dispute the earlier purchases may lie, in seconds (Visa). */
const youngest = 120 * day;
const oldest = 365 * day;
const priors_needed = 2;

/** Whether an earlier charge proves that the cardholder knows the merchant. */
const isPrior = (prior: Charge, of: Charge, disputed_at: number): boolean =>
  prior.id !== of.id &&
  prior.status === 'succeeded' &&
  !prior.disputed &&
  prior.payment_method_details?.card?.fingerprint === of.payment_method_details?.card?.fingerprint &&
  disputed_at - prior.created >= youngest &&
  disputed_at - prior.created <= oldest;

/** Whether a dispute is of the kind that the program accepts. */
const isAccepted = ({ network_reason_code, payment_method_details, reason }: Dispute): boolean =>
  reason === 'fraudulent' && network_reason_code === '10.4' && payment_method_details.card?.case_type === 'chargeback';

const by_address = ['customer_device_fingerprint', 'customer_device_id', 'customer_purchase_ip'] as const;
const identifiers = [...by_address, 'customer_account_id', 'customer_email_address', 'shipping_address'] as const;

/** Two identifiers must be the same in all purchases, one of them of the device or its address (Visa). */
function identifies(disputed: Described, priors: readonly Described[]): boolean {
  const same = identifiers.filter(
    (name) => disputed[name] != null && priors.every((prior) => JSON.stringify(prior[name]) === JSON.stringify(disputed[name])),
  );
  return same.length >= 2 && same.some((name) => by_address.some((each) => each === name));
}

/** What such evidence lacks. */
export function eligibilityOf({ disputed_transaction, prior_undisputed_transactions: priors }: Evidence) {
  const disputed = disputed_transaction ?? {};
  const missing: Readonly<Record<(typeof required_actions)[number], boolean>> = {
    missing_customer_identifiers: !identifies(disputed, priors),
    missing_disputed_transaction_description: !disputed_transaction?.product_description,
    missing_merchandise_or_services: !disputed_transaction?.merchandise_or_services,
    missing_prior_undisputed_transaction_description: priors.some(({ product_description }) => !product_description),
    missing_prior_undisputed_transactions: priors.length < priors_needed,
  };
  const lacks = required_actions.filter((name) => missing[name]);
  return { required_actions: lacks, status: lacks.length ? 'requires_action' : 'qualified' } as const;
}

/** The members of a dispute that change with such evidence. */
export const withEligibility = (evidence: Evidence) => ({ enhanced_eligibility: { visa_compelling_evidence_3: eligibilityOf(evidence) } });

/** Names the earlier purchases of a dispute that the program accepts. */
export const qualify = consequence(dispute, 'qualify', {
  from: ['needs_response'],
  reads: { charge, priors: many(charge, { by: 'customer', of: 'charge.customer', at_most: 100, cut: true, newest: true }) },
  decide: ({ it, charge: of, priors }) => {
    const proving = priors.filter((each) => isPrior(each, of, it.created)).slice(-priors_needed);
    if (proving.length < priors_needed) return null;
    const described = proving.map(({ id, description, shipping }) => ({
      charge: id,
      ...(description !== null && { product_description: description }),
      ...(shipping?.address && { shipping_address: shipping.address }),
    }));
    const disputed_transaction = {
      ...(of.description !== null && { product_description: of.description }),
      ...(of.shipping?.address && { shipping_address: of.shipping.address }),
    };
    const changed = set(
      it,
      {
        enhanced_eligibility_types: ['visa_compelling_evidence_3'],
        evidence: {
          enhanced_evidence: { visa_compelling_evidence_3: { disputed_transaction, prior_undisputed_transactions: described } },
        },
      },
      null,
    );
    const evidence = changed.evidence.enhanced_evidence.visa_compelling_evidence_3;
    return [changed, evidence && set(changed, { evidence_details: withEligibility(evidence) })];
  },
});

/** Looks for earlier purchases, if the dispute is of a kind that they can decide. */
export const qualified = (it: Dispute, { customer }: { readonly customer?: string | null | undefined }): Effects =>
  isAccepted(it) && customer ? run(qualify, it.id, {}) : null;

/** Refuses evidence that the dispute does not take, or that names a charge which proves nothing. */
export function requireEligible(
  it: Dispute,
  given: readonly { readonly charge?: string }[],
  of: Charge,
  priors: Found<Charge>,
  asked: Asked,
): void {
  const param = 'evidence[enhanced_evidence][visa_compelling_evidence_3]';
  const code = 'parameter_invalid';
  if (!it.enhanced_eligibility_types.includes('visa_compelling_evidence_3'))
    asked.refuse({ code, param, message: 'This dispute is not eligible for Visa Compelling Evidence 3.0. Leave it out.' });
  for (const [place, { charge: id }] of given.entries()) {
    if (id !== undefined && isPrior(priors.get(id), of, it.created)) continue;
    const message = `This charge proves nothing: send one with the same card that was not disputed, 120 to 365 days before the dispute.`;
    asked.refuse({ code, param: `${param}[prior_undisputed_transactions][${place}][charge]`, message });
  }
}
