import type { Card, ChargeAsked, SetUpAsked } from '../contract.js';
import { secret } from './values.js';

type Given = Pick<ChargeAsked | SetUpAsked, 'payment_method' | 'card'>;

const cardOf = ({ number, exp_month, exp_year, cvc }: Card, holder: unknown): object => ({
  cardNumber: { value: number },
  cardExpMonth: { value: String(exp_month ?? '').padStart(2, '0') },
  cardExpYear: { value: String(exp_year ?? '') },
  ...(cvc && { cardCvc: { value: cvc } }),
  cardHolderName: secret(holder),
});

/** Ways to pay by a redirect: the payer chooses an account at the wallet or the bank. */
const redirects: Readonly<Record<string, (billing: Readonly<Record<string, unknown>>) => object>> = {
  alipay: () => ({ aliPayRedirect: {} }),
  amazon_pay: () => ({ amazonPayRedirect: {} }),
  bancontact: () => ({ bancontactCard: {} }),
  blik: () => ({ blik: {} }),
  eps: () => ({ eps: {} }),
  giropay: () => ({ giropay: {} }),
  ideal: () => ({ ideal: {} }),
  klarna: () => ({ klarna: {} }),
  affirm: () => ({ affirm: {} }),
  afterpay_clearpay: () => ({ afterpayClearpay: {} }),
  alma: () => ({ alma: {} }),
  mobilepay: () => ({ mobilePayRedirect: {} }),
  p24: () => ({ przelewy24: {} }),
  paypal: ({ email }) => ({ paypalRedirect: { email: secret(email) } }),
  revolut_pay: () => ({ revolutPayRedirect: {} }),
  satispay: () => ({ satispayRedirect: {} }),
  twint: () => ({ twintRedirect: {} }),
  wechat_pay: () => ({ weChatPayRedirect: {} }),
};

/** The types of payment methods that have a form in the library. */
export const method_types: readonly string[] = [
  'card',
  'sepa_debit',
  'us_bank_account',
  'bacs_debit',
  'au_becs_debit',
  ...Object.keys(redirects),
];

/** The payment method as the library has it; null for a type that it has not, or that needs data which the question lacks. */
export function methodOf({ payment_method, card }: Given): object | null {
  const { type, billing_details, bank_account } = payment_method;
  const billing = billing_details ?? {};
  const bankAccountHolderName = secret(billing.name);
  if (type === 'card') return card ? { card: cardOf(card, billing.name) } : null;
  if (type === 'sepa_debit') return card ? { sepa: { iban: { value: card.number }, bankAccountHolderName } } : null;
  if (type === 'us_bank_account')
    return card
      ? { ach: { accountNumber: { value: card.number }, routingNumber: secret(bank_account?.routing_number), bankAccountHolderName } }
      : null;
  if (type === 'bacs_debit')
    return card
      ? { bacs: { accountNumber: { value: card.number }, sortCode: secret(bank_account?.sort_code), bankAccountHolderName } }
      : null;
  if (type === 'au_becs_debit')
    return card
      ? { becs: { accountNumber: { value: card.number }, bsbNumber: secret(bank_account?.bsb_number), bankAccountHolderName } }
      : null;
  return redirects[type]?.(billing) ?? null;
}

/** The card for a charge that names an earlier transaction at the network. */
export const cardOfNetwork = ({ card, payment_method }: Given): object | null =>
  card && payment_method.type === 'card'
    ? {
        cardDetailsForNetworkTransactionId: {
          cardNumber: { value: card.number },
          cardExpMonth: { value: String(card.exp_month ?? '').padStart(2, '0') },
          cardExpYear: { value: String(card.exp_year ?? '') },
          cardHolderName: secret(payment_method.billing_details?.name),
        },
      }
    : null;
