import { day } from '../../src/kernel/base/moments.js';
import { exponentOf } from '../../src/kernel/base/money.js';
import { type Kind, kindOf, methodLabel } from '../../src/pages/kit/ways-to-pay.js';
import type { Answer } from '../../src/processors/contract.js';
import type { Patience } from '../../src/processors/sandbox/expiry.js';
import { methods } from '../../src/processors/sandbox/methods.js';
import { sandbox } from '../../src/processors/sandbox/sandbox.js';
import type { MethodFacts } from '../../src/resources/core/payment-method-types/facts.js';
import { type MethodType, types } from '../../src/resources/core/payment-method-types/types.js';
import { payment_method_types } from '../../src/resources/payments/payment-methods/payment-method.js';
import { asking, chargeAsk } from './sandbox-asks.js';

const codes = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const currenciesOf = ({ currencies }: MethodFacts): string => currencies?.map((each) => each.toUpperCase()).join(', ') ?? 'all';

const countriesOf = ({ countries }: MethodFacts): string => countries?.join(', ') ?? 'everywhere';

/** The place of a detail in `billing_details`. */
const detailOf = (need: MethodFacts['needs'][number]): string => (need === 'address.country' ? 'address[country]' : need);

const readable = (amount: number, currency: string): string => {
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return format.format(amount / 10 ** digits);
};

function rangeOf(code: string, { minimum, maximum }: MethodFacts['limits'][string]): string {
  const currency = code.toUpperCase();
  const most = maximum === undefined ? null : readable(maximum, code);
  if (minimum === undefined) return `up to ${most} ${currency}`;
  const least = readable(minimum, code);
  return most ? `${least} to ${most} ${currency}` : `${least} ${currency} or more`;
}

const amountsOf = ({ limits }: MethodFacts): string =>
  Object.entries(limits)
    .map(([currency, limit]) => rangeOf(currency, limit))
    .join(', ') || 'any';

const kinds: Readonly<Record<Kind, string>> = {
  three_d_secure: '3D Secure',
  wallet: 'in the wallet',
  online_bank: "on the bank's page",
  qr_code: 'by a code to scan',
  voucher: 'with a voucher',
  bank_transfer: 'by bank transfer',
  small_deposits: 'enters the small amounts that have arrived',
};

const ordinals = ['', 'first', 'second', 'third'] as const;

const spanOf = (seconds: number): string => {
  const [count, unit] = seconds % day ? [seconds / 3600, 'hour'] : [seconds / day, 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

const patienceOf = (waits: Patience): string =>
  'seconds' in waits ? spanOf(waits.seconds) : `to the end of the ${ordinals[waits.days]} day after (UTC${waits.utc_offset_hours})`;

function optionOf({ expires_after }: MethodFacts): string {
  if (!expires_after) return '';
  const { unit, minimum, maximum } = expires_after;
  const name = unit === 'days' ? 'expires_after_days' : 'expires_after_seconds';
  return `, or as \`${name}\` says: ${minimum} to ${maximum}`;
}

/** The payer's step in the sandbox's answer to a payment. */
function stepOf(type: MethodType): string {
  const answer: Answer = sandbox.charge(chargeAsk({ payment_method: { id: 'pm_1', type } }), asking);
  const waits = methods.get(type)?.waits;
  if (answer.result !== 'needs_action' || !waits) return 'none';
  const { type: action } = answer.next_action;
  return `${kinds[kindOf({ type }, action)]}: \`${action}\`; ${patienceOf(waits)}${optionOf(types[type])}`;
}

const knownOf = (type: MethodType): string => {
  const days = methods.get(type)?.settles_in_days;
  return days === undefined ? 'at once' : `after ${spanOf(days * day)}`;
};

const refunds: Readonly<Record<MethodFacts['refunds'], string>> = {
  none: 'none',
  full: 'one, of all',
  once: 'one, of all or a part',
  partial: 'several',
};

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

const rowOf = (type: MethodType): readonly string[] => {
  const facts = types[type];
  return [
    `${methodLabel({ type })}<br>\`${type}\``,
    currenciesOf(facts),
    countriesOf(facts),
    codes(facts.needs.map(detailOf)) || 'none',
    amountsOf(facts),
    type === 'card' ? '3D Secure where it is asked for: `redirect_to_url`' : stepOf(type),
    knownOf(type),
    refunds[facts.refunds],
    yesOrNo(facts.saved),
    yesOrNo(facts.manual_capture),
  ];
};

const head = ['Type', 'Currencies', 'Payers', 'Details', 'Amounts', "Payer's step", 'Known', 'Refunds', 'Saved', 'Held'];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const introduction = `# Payment methods

Every type of payment method, its limits, and its simulation in the sandbox. A test writes this page from the tables of the service
and compares it: \`UPDATE=1 npx vitest run test/payment-methods-page.test.ts\`. A payment outside these limits is refused with a 400 that names the
parameter, before it is charged.

| Column | Meaning |
|---|---|
| Currencies | in which a payment can be made |
| Payers | the countries of its payers. Checked only where \`address[country]\` is among the details |
| Details | members of \`billing_details\` without which a payment is refused; \`card\` and \`sepa_debit\` have a number besides |
| Amounts | the limits of one payment, besides those of the API |
| Payer's step | the payer's step, the \`type\` of \`next_action\`, and how long the sandbox waits for it. Where \`payment_method_options\` of the type can change it, the option is named |
| Known | when the sandbox reports the result of a payment after the payer's step, counted from its confirmation; until then it is \`processing\` |
| Refunds | how many can be made of one payment. One that failed or was canceled does not count |
| Saved | whether it can be attached to a customer and used with \`setup_future_usage\`. A SetupIntent takes every type |
| Held | whether \`capture_method: manual\` is possible |

## Types
`;

/** The page of all payment methods. */
export const paymentMethodsPage = (): string =>
  `${[introduction, line(head), line(head.map(() => '---')), ...payment_method_types.map((type) => line(rowOf(type)))].join('\n')}\n`;
