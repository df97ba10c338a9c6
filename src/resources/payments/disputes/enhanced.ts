import { about, nullable, sometimes } from '../../../kernel/base/fields.js';
import { email, oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { address } from '../../parts.js';

const short = nullable(textOf(255));

const of_transaction = {
  customer_account_id: about("Your id of the payer's account.", short),
  customer_device_fingerprint: about("A fingerprint of the payer's device.", short),
  customer_device_id: about("The id of the payer's device.", short),
  customer_email_address: about('The email address of the payer.', nullable(email)),
  customer_purchase_ip: about('The IP address from which the payer bought.', short),
  product_description: about('What was bought.', nullable(textOf(20_000))),
  shipping_address: about('The address that the goods were sent to.', nullable(address)),
};

/** A purchase as evidence describes it. */
export type Described = { readonly [M in keyof typeof of_transaction]?: unknown };

/** Evidence that the card has paid before without a dispute (Visa Compelling Evidence 3.0). */
export const visa_compelling_evidence_3 = about(
  'Evidence that the cardholder has bought from you before, in the form of Visa Compelling Evidence 3.0.',
  object({
    disputed_transaction: about(
      'The disputed purchase.',
      nullable(
        object({
          ...of_transaction,
          merchandise_or_services: about('Whether goods or services were bought.', nullable(oneOf('merchandise', 'services'))),
        }),
      ),
    ),
    prior_undisputed_transactions: about(
      'Earlier purchases with the same card that were not disputed, 120 to 365 days before the dispute; two at most.',
      listOf(object({ ...of_transaction, charge: about('The charge of the earlier purchase.', ref('charge')) }), 2),
    ),
  }),
);

/** The members of evidence for programs of the networks. */
export const enhanced_evidence = about(
  'Evidence for programs of the card networks, for which the dispute is eligible.',
  object({ visa_compelling_evidence_3: sometimes(visa_compelling_evidence_3) }),
);

/** What is missing in such evidence. */
export const required_actions = [
  'missing_customer_identifiers',
  'missing_disputed_transaction_description',
  'missing_merchandise_or_services',
  'missing_prior_undisputed_transaction_description',
  'missing_prior_undisputed_transactions',
] as const;

/** Whether evidence for such programs is complete. */
export const enhanced_eligibility = about(
  'Whether the evidence qualifies for the programs of the card networks.',
  object({
    visa_compelling_evidence_3: sometimes(
      about(
        'The state of the evidence for Visa Compelling Evidence 3.0.',
        object({
          required_actions: about('What the evidence lacks.', listOf(oneOf(...required_actions))),
          status: about(
            'Whether the evidence is complete (`qualified`) or lacks something (`requires_action`).',
            oneOf('requires_action', 'qualified', 'not_qualified'),
          ),
        }),
      ),
    ),
  }),
);
