import { about, nullable, type SaidFields } from '../../../kernel/base/fields.js';
import { integer, oneOf, text, timestamp } from '../../../kernel/base/kinds.js';

/** A mandate without an amount allows any; one without an end holds until it is revoked. */
const amount = about('The amount that may be taken, in the smallest unit of the currency; null for any amount.', nullable(integer()));
const amount_types = oneOf('fixed', 'maximum');
const reference = about('The reference of the mandate, which the bank shows to the payer.', text);

/** What a mandate for each type shows; a type that is not listed has no terms of its own. */
export const terms: Readonly<Record<string, SaidFields>> = {
  amazon_pay: {},
  bacs_debit: {
    display_name: about('Always null: debits bear the name of the account.', nullable(text)),
    network_status: about('How the bank of the payer has received the mandate.', oneOf('accepted', 'pending', 'refused', 'revoked')),
    reference,
    revocation_reason: about('Why the bank has revoked the mandate; null while it has not.', nullable(text)),
    service_user_number: about('Always null: the processor debits under a number of its own.', nullable(text)),
  },
  blik: {
    expires_at: about('Until when the mandate holds, in Unix seconds; null without an end.', nullable(timestamp)),
    type: about('Always `off_session`: the payer is not present at later payments.', oneOf('off_session')),
  },
  card: {},
  cashapp: {},
  kakao_pay: {},
  klarna: {},
  kr_card: {},
  link: {},
  naver_pay: {},
  nz_bank_account: {},
  paypal: {
    billing_agreement_id: about('The id of the agreement at PayPal; null where the processor does not tell it.', nullable(text)),
    payer_id: about("The id of the payer's PayPal account; null where the processor does not tell it.", nullable(text)),
  },
  payto: {
    amount,
    amount_type: about('Whether each payment has this amount (`fixed`) or at most this amount (`maximum`).', amount_types),
    end_date: about('The last day of the mandate, as `YYYY-MM-DD`; null without an end.', nullable(text)),
    payment_schedule: about(
      'How often payments are made; `adhoc` for no fixed schedule.',
      oneOf('adhoc', 'annual', 'daily', 'fortnightly', 'monthly', 'quarterly', 'semi_annual', 'weekly'),
    ),
    payments_per_period: about('How many payments a period may have; null for any number.', nullable(integer())),
    purpose: about('The purpose of the payments; null where none was given.', nullable(text)),
    start_date: about('The first day of the mandate, as `YYYY-MM-DD`; null for at once.', nullable(text)),
  },
  pix: {},
  revolut_pay: {},
  sepa_debit: { reference },
  twint: {},
  upi: {
    amount,
    amount_type: about(
      'Whether each payment has this amount (`fixed`) or at most this amount (`maximum`); null for any amount.',
      nullable(amount_types),
    ),
    description: about('The purpose of the payments; null where none was given.', nullable(text)),
    end_date: about('When the mandate ends, in Unix seconds; null without an end.', nullable(timestamp)),
  },
  us_bank_account: {},
};

/** The reference of a mandate: the end of its id, in the letters that banks print. */
const referenceOf = (id: string): string => `FLORIN${id.slice(-12).toUpperCase()}`;

/** The terms of a new mandate: it allows any amount, now and then, without an end. */
export function termsOf(type: string, id: string): object {
  const members = terms[type];
  if (!members) return { type };
  const said = {
    ...('reference' in members && { reference: referenceOf(id) }),
    ...('network_status' in members && { network_status: 'accepted' }),
    ...(type === 'payto' && { amount_type: 'maximum', payment_schedule: 'adhoc' }),
    ...(type === 'blik' && { type: 'off_session' }),
  };
  return { type, [type]: said };
}
