import { about, nullable, type SaidFields, sometimes } from '../../../kernel/base/fields.js';
import { integer, oneOf, text, timestamp } from '../../../kernel/base/kinds.js';
import { initialOf } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { fitting } from '../payment-methods/fitting.js';
import { acss_terms, amount_includes_iof, amount_type, payto_schedules, pix_schedules } from './option-kinds.js';

/** A mandate without an amount allows any; one without an end holds until it is revoked. */
const amount = about('The amount that may be taken, in the smallest unit of the currency; null for any amount.', nullable(integer()));
const reference = about('The reference of the mandate, which the bank shows to the payer.', text);

/** What a mandate for each type shows; a type that is not listed has no terms of its own. */
export const terms: Readonly<Record<string, SaidFields>> = {
  acss_debit: {
    default_for: about('What the mandate is the default for; absent if nothing.', sometimes(acss_terms.default_for)),
    interval_description: about('When the account is debited, in words for the payer; null where none were given.', nullable(text)),
    payment_schedule: acss_terms.payment_schedule,
    transaction_type: acss_terms.transaction_type,
  },
  amazon_pay: {},
  au_becs_debit: {},
  bacs_debit: {
    display_name: about(
      'Always null: debits bear the name of the account, and `settings[bacs_debit_payments][display_name]` of the account is not copied.',
      nullable(text),
    ),
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
    amount_type,
    end_date: about('The last day of the mandate, as `YYYY-MM-DD`; null without an end.', nullable(text)),
    payment_schedule: about('How often payments are made; `adhoc` for no fixed schedule.', payto_schedules),
    payments_per_period: about('How many payments a period may have; null for any number.', nullable(integer())),
    purpose: about('The purpose of the payments; null where none was given.', nullable(text)),
    start_date: about('The first day of the mandate, as `YYYY-MM-DD`; null for at once.', nullable(text)),
  },
  pix: {
    amount_includes_iof: about('Whether the amount includes the tax IOF; absent where it was not agreed.', sometimes(amount_includes_iof)),
    amount_type: about('Whether each payment has the agreed amount (`fixed`) or at most that amount (`maximum`).', sometimes(amount_type)),
    end_date: about('The last day of the mandate, as `YYYY-MM-DD`; absent without an end.', sometimes(text)),
    payment_schedule: about('How often payments are made; absent where it was not agreed.', sometimes(pix_schedules)),
    reference: about('Your name for the mandate; absent without one.', sometimes(text)),
    start_date: about('The first day of the mandate, as `YYYY-MM-DD`; absent where it was not agreed.', sometimes(text)),
  },
  revolut_pay: {},
  sepa_debit: { reference },
  twint: {},
  upi: {
    amount,
    amount_type: about(
      'Whether each payment has this amount (`fixed`) or at most this amount (`maximum`); null for any amount.',
      nullable(amount_type),
    ),
    description: about('The purpose of the payments; null where none was given.', nullable(text)),
    end_date: about('When the mandate ends, in Unix seconds; null without an end.', nullable(timestamp)),
  },
  us_bank_account: {
    collection_method: about('`paper` if the payer has agreed on paper; otherwise absent.', sometimes(oneOf('paper'))),
  },
};

/** What holds where nothing else was agreed: any amount, now and then, without an end. */
const defaults: Readonly<Record<string, object>> = {
  acss_debit: { payment_schedule: 'sporadic', transaction_type: 'personal' },
  bacs_debit: { network_status: 'accepted' },
  blik: { type: 'off_session' },
  payto: { amount_type: 'maximum', payment_schedule: 'adhoc' },
};

/** Types whose mandates have a reference that Florin makes. */
const referenced: ReadonlySet<string> = new Set(['bacs_debit', 'sepa_debit']);

/** The reference of a mandate: the end of its id, in the letters that banks print, after the beginning that its merchant wishes. */
const referenceOf = (id: string, prefix: unknown): string =>
  `${typeof prefix === 'string' ? prefix.toUpperCase() : 'FLORIN'}${id.slice(-12).toUpperCase()}`;

type Options = Readonly<Record<string, unknown>>;

const agreedIn = ({ mandate_options }: Options): Options =>
  typeof mandate_options === 'object' && mandate_options !== null ? { ...mandate_options } : {};

/** The terms of a new mandate: those that the options of its intent name, else the defaults. */
export function termsOf(type: string, id: string, options: Options): object {
  const members = terms[type];
  if (!members) return { type };
  const agreed = agreedIn(options);
  const reference = referenced.has(type) && { reference: referenceOf(id, agreed.reference_prefix) };
  return { type, [type]: { ...initialOf(members), ...defaults[type], ...fitting(members, { ...options, ...agreed }), ...reference } };
}

/** The amount that the options of an intent agree on, and its currency where they name it; null for any amount. */
export function amountIn(options: Options): { readonly amount: number; readonly currency?: string } | null {
  const { amount: agreed, currency: of } = fitting({ amount, currency }, agreedIn(options));
  return typeof agreed === 'number' ? { amount: agreed, ...(of && { currency: of }) } : null;
}
