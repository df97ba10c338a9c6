import { about, type Field, invalid, nullable, type Presence, type SaidFields } from '../../../kernel/base/fields.js';
import { integer, oneOf, text, textOf, timestamp, url } from '../../../kernel/base/kinds.js';
import { listOf, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';

/** Text of one form. */
export const matching = (form: RegExp, words: string): Field<string, string, 'optional'> => ({
  ...text,
  read: (value, at, reading) => (typeof value === 'string' && form.test(value) ? value : invalid(reading, at, `Invalid ${at}: ${words}.`)),
});

/** The member at fault, and what to send instead; null where the members fit together. */
export type Clash = { readonly member: string; readonly message: string; readonly code?: 'parameter_missing' } | null;

/** A value whose members must fit together. */
export const consistent = <S, G, P extends Presence, A extends string | null>(
  inner: Field<S, G, P, A>,
  clashIn: (given: G) => Clash,
): Field<S, G, P, A> => ({
  ...inner,
  read: (value, at, reading) => {
    const read = inner.read(value, at, reading);
    const clash = read === undefined || read === null ? null : clashIn(read);
    return clash ? invalid(reading, `${at}[${clash.member}]`, clash.message, clash.code) : read;
  },
});

/** Refuses two ways of saying the same. */
export const exclusive =
  (one: string, other: string) =>
  (given: object): Clash =>
    isGiven(given, one) && isGiven(given, other) ? { member: other, message: `Send only one of ${one} and ${other}.` } : null;

const isGiven = (given: object, name: string): boolean => ((given as Readonly<Record<string, unknown>>)[name] ?? null) !== null;

/** A calendar day. */
export const calendar_day = matching(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'send a day, such as 2026-12-31');

/** A positive amount in minor units. */
const amount = integer({ minimum: 1, maximum: 99_999_999 });

/** Whether the amount of a mandate is that of each payment, or a limit. */
export const amount_type = about(
  'Whether each payment has this amount (`fixed`) or at most this amount (`maximum`).',
  oneOf('fixed', 'maximum'),
);

/** Whether an amount that is paid by Pix includes a tax of Brazil. */
export const amount_includes_iof = about('Whether the amount includes the tax IOF; `never` by default.', oneOf('always', 'never'));

/** How often payments under a mandate of PayTo are made. */
export const payto_schedules = oneOf('adhoc', 'annual', 'daily', 'fortnightly', 'monthly', 'quarterly', 'semi_annual', 'weekly');

/** How often payments under a mandate of Pix are made. */
export const pix_schedules = oneOf('halfyearly', 'monthly', 'quarterly', 'weekly', 'yearly');

/** The day on which an account is debited. */
export const dated = {
  target_date: about(
    'The day on which the account should be debited, as `YYYY-MM-DD`. The processor decides whether it is observed.',
    calendar_day,
  ),
} as const;

/** How a bank account is verified. */
export const verification = {
  verification_method: about(
    'How the bank account is verified: `instant` by signing in at the bank, by `microdeposits`, or the first of them that works (`automatic`).',
    oneOf('automatic', 'instant', 'microdeposits'),
  ),
} as const;

/** The terms of a mandate: its members. */
export const mandateWith = <F extends SaidFields>(members: F) => ({ mandate_options: about('The terms of the mandate.', sparse(members)) });

/** The reference of a mandate as the bank prints it begins as the merchant wishes. */
export const referenced = mandateWith({
  reference_prefix: about(
    "The beginning of the mandate's reference: up to 12 letters, digits, spaces and the marks / - _ &, and not `STRIPE`.",
    nullable(matching(/^(?!STRIPE)[A-Z0-9/_&\- ]{1,12}$/i, 'send up to 12 letters, digits, spaces and the marks / - _ &')),
  ),
});

/** The terms of a pre-authorized debit in Canada. */
export const acss_terms = {
  custom_mandate_url: about('A page with the text of your own mandate.', nullable(url)),
  interval_description: about('When the account is debited, in words for the payer.', textOf(500)),
  payment_schedule: about(
    'Whether the account is debited at intervals, now and then (`sporadic`), or both (`combined`).',
    oneOf('combined', 'interval', 'sporadic'),
  ),
  transaction_type: about('Whether the account belongs to a business or a person.', oneOf('business', 'personal')),
  default_for: about(
    'What the mandate is the default for: `invoice`, `subscription` or both.',
    listOf(oneOf('invoice', 'subscription'), 2),
  ),
} as const;

/** Until when a payer has agreed to payments by BLIK without their presence. */
export const blik_mandate = mandateWith({
  expires_at: about('Until when the mandate holds, in Unix seconds; without an end by default.', timestamp),
  type: about('Always `off_session`: the payer is not present at later payments.', oneOf('off_session')),
});

const purposes = oneOf(
  ...([
    'dependant_support',
    'government',
    'loan',
    'mortgage',
    'other',
    'pension',
    'personal',
    'retail',
    'salary',
    'tax',
    'utility',
  ] as const),
);

/** What a payer agrees to with PayTo. */
export const payto_mandate = mandateWith({
  amount: about('The amount that may be taken, in minor units; any amount by default.', nullable(amount)),
  amount_type: nullable(amount_type),
  end_date: about('The last day of the mandate, as `YYYY-MM-DD`; without an end by default.', nullable(calendar_day)),
  payment_schedule: about('How often payments are made; `adhoc` for no fixed schedule, which is the default.', nullable(payto_schedules)),
  payments_per_period: about('How many payments a period may have; any number by default.', nullable(integer({ minimum: 1 }))),
  purpose: about('The purpose of the payments.', nullable(purposes)),
  start_date: about('The first day of the mandate, as `YYYY-MM-DD`; at once by default.', nullable(calendar_day)),
});

/** What a payer agrees to with Pix. */
export const pix_mandate = mandateWith({
  amount: about('The amount of later payments, in minor units.', amount),
  amount_includes_iof,
  amount_type,
  currency: about('The currency of later payments, a three-letter ISO 4217 code.', currency),
  end_date: about('The last day of the mandate, as `YYYY-MM-DD`.', calendar_day),
  payment_schedule: about('How often payments are made.', pix_schedules),
  reference: about('Your name for the mandate, which the payer sees at their bank.', textOf(35)),
  start_date: about('The first day of the mandate, as `YYYY-MM-DD`.', calendar_day),
});

/** What a payer agrees to with UPI. */
export const upi_mandate = mandateWith({
  amount: about('The amount that may be taken, in minor units.', amount),
  amount_type,
  description: about('The purpose of the payments, up to 20 characters.', textOf(20)),
  end_date: about('When the mandate ends, in Unix seconds.', timestamp),
});
