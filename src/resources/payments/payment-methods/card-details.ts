import { about, type Field, nullable, sometimes } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';

/** A text that the processor reports; null where it does not. */
const reported = (sentence: string): Field<string | null, string | null, 'optional', string> => about(sentence, nullable(textOf(255)));

/** What a processor reports of a card itself: the payment method shows it from then on. */
export const card_known = {
  description: reported('The product of the card, as its network names it; null where the processor does not report it.'),
  issuer: reported("The name of the card's issuer; null where the processor does not report it."),
  regulated_status: about(
    'Whether a law limits the fees of the issuer for the card: `regulated` or `unregulated`; null where the processor does not report it.',
    nullable(oneOf('regulated', 'unregulated')),
  ),
} as const;

const commerce_indicator = (whose: string) =>
  reported(`The Electronic Commerce Indicator (ECI) ${whose}, such as \`05\`; null where the processor does not report it.`);

/** How a payer has authenticated with 3D Secure. */
export const authentication = {
  authentication_flow: about(
    'How the payer authenticated: by a step at the issuer (`challenge`), or without one (`frictionless`).',
    nullable(oneOf('challenge', 'frictionless')),
  ),
  electronic_commerce_indicator: commerce_indicator('of the authentication'),
  result: about(
    'The result of the authentication, such as `authenticated`.',
    nullable(oneOf('attempt_acknowledged', 'authenticated', 'data_share_only', 'exempted', 'failed', 'not_supported', 'processing_error')),
  ),
  result_reason: about(
    'Why the authentication failed, such as `rejected`; null where it succeeded.',
    nullable(oneOf('abandoned', 'bypassed', 'canceled', 'card_not_enrolled', 'network_not_supported', 'protocol_error', 'rejected')),
  ),
  transaction_id: reported("The id of the authentication at the network's directory server; null where the processor does not report it."),
  version: about('The version of 3D Secure, such as `2.2.0`.', nullable(oneOf('1.0.2', '2.1.0', '2.2.0', '2.3.0', '2.3.1'))),
} as const;

const exemption = {
  exemption_indicator: about(
    'The exemption from authentication that the issuer has accepted: `low_risk`, or `none`; null where the processor does not report it.',
    nullable(oneOf('low_risk', 'none')),
  ),
  exemption_indicator_applied: about(
    'Whether the exemption was requested with the payment; absent where the processor does not report it.',
    sometimes(flag),
  ),
} as const;

/** How the payer of a charge has authenticated. */
export const authentication_of_charge = { ...authentication, ...exemption } as const;

/** What a processor reports of a payment with a card. */
export const card_paid = {
  ...card_known,
  authorization_code: reported("The issuer's code for the authorization; null where the processor does not report it."),
  electronic_commerce_indicator: commerce_indicator("in the network's answer"),
  network_token: about(
    'Whether a token of the network paid in place of the card number; null where the processor does not report it.',
    nullable(object({ used: about('Whether the token was used for this payment.', flag) })),
  ),
  network_transaction_id: reported(
    "The network's id of the payment, by which later payments refer to it; null where the processor does not report it.",
  ),
  three_d_secure: about('How the payer authenticated; null without authentication.', nullable(object(authentication_of_charge))),
  transaction_link_id: reported(
    "The network's id that links the payments of one agreement, such as Mastercard's; null where the processor does not report it.",
  ),
} as const;

/** What a saved card is charged for. */
export const credential_usage = oneOf('installment', 'recurring', 'unscheduled');

/** What the options of a payment say, and its charge shows again. */
export const card_asked = {
  installments: about(
    'The installments of the payment; null without them.',
    nullable(
      object({
        plan: about(
          'The plan of the installments.',
          nullable(
            object({
              count: about('How many installments there are; null where the type of the plan decides it.', nullable(integer())),
              interval: about('The time between them: `month`; null where the type of the plan decides it.', nullable(oneOf('month'))),
              type: about('The type of the plan.', oneOf('bonus', 'fixed_count', 'revolving')),
            }),
          ),
        ),
      }),
    ),
  ),
  moto: about('Whether the payer gave the card by post or telephone; null where that was not said.', nullable(flag)),
  setup_credential_usage: about(
    'How the saved card will be charged later, as the payment said; absent where it said nothing.',
    sometimes(credential_usage),
  ),
  stored_credential_usage: about(
    'Why the saved card was charged without its payer, as the payment said; absent where it said nothing.',
    sometimes(credential_usage),
  ),
} as const;
