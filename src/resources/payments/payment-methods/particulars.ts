import { about, type Field, initially, nullable, type SaidFields, sometimes } from '../../../kernel/base/fields.js';
import { country, email, integer, oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { card_asked, card_known, card_paid } from './card-details.js';

/** What one type has besides its name. */
type Particulars = {
  /** What the payer may say of their account; the payment method shows it. */
  readonly said?: SaidFields;
  /** Members that the processor reports when the account is used; the payment method shows them from then on. */
  readonly known?: SaidFields;
  /** What a charge shows: of the account, and of the payment itself. */
  readonly paid?: SaidFields;
  /** What the options of a payment say, and its charge shows again. */
  readonly asked?: SaidFields;
  /** What an attempt to set up shows. */
  readonly set_up?: SaidFields;
};

/** A text that the processor reports; null where it does not. */
const reported = (sentence: string): Field<string | null, string | null, 'optional', string> => about(sentence, nullable(textOf(255)));

const transaction_id = reported(
  'The id of the payment at the provider of the payment method; null where the processor does not report it.',
);
const buyer_id = reported(
  "Identifies the payer's account at the provider of the payment method; null where the processor does not report it.",
);
const fingerprint = reported("Identifies the payer's account within this service; null where the processor does not report it.");
const verified_name = reported('The name of the account holder, as the bank has verified it; null where the bank does not report it.');
const bank_of_payer = {
  bank_code: reported("The code of the payer's bank."),
  bank_name: reported("The name of the payer's bank."),
  bic: reported("The BIC of the payer's bank."),
} as const;
const iban_last4 = reported("The last four characters of the IBAN of the payer's account.");
const preferred_language = reported("The language of the bank's page: that of the option `preferred_language`, if it was set.");
const mandate = about('The mandate by which the payment was made; absent without one.', sometimes(ref('mandate')));

const bank = about('The bank of the payer, for payment methods that ask for it first.', nullable(textOf(50)));
const holder_type = about('Whether the account belongs to a person (`individual`) or a company.', nullable(oneOf('company', 'individual')));

/** A card inside a wallet. */
const card_within = {
  brand: reported('The brand of the card.'),
  country: reported('The country of the issuer as a two-letter ISO 3166-1 code.'),
  exp_month: about('The month in which the card expires, 1 to 12.', nullable(integer())),
  exp_year: about('The year in which the card expires, with four digits.', nullable(integer())),
  last4: reported('The last four digits of the card.'),
} as const;

const funding = about(
  'What the wallet paid with; absent where the processor does not report it.',
  sometimes(
    object({
      card: about(
        'The card, if `type` is `card`.',
        nullable(
          object({
            ...card_within,
            brand_product: reported('The product of the card, as its network names it.'),
            funding: reported('Whether the card is `credit`, `debit` or `prepaid`.'),
          }),
        ),
      ),
      type: about('The type of what the wallet paid with; null where it is no card.', nullable(oneOf('card'))),
    }),
  ),
);

const cashapp = { buyer_id, cashtag: reported('The name of the payer at Cash App, which begins with `$`.') } as const;

const paypal = {
  country: reported("The country of the payer's PayPal account as a two-letter ISO 3166-1 code."),
  payer_email: reported("The email address of the payer's PayPal account."),
  payer_id: reported("The id of the payer's PayPal account."),
} as const;

const protection = about(
  'How PayPal protects the payment against disputes; null where the processor does not report it.',
  nullable(
    object({
      dispute_categories: about(
        'The disputes that the protection covers: `fraudulent` ones and those about a product that has not arrived.',
        nullable(listOf(oneOf('fraudulent', 'product_not_received'), 2)),
      ),
      status: about(
        'Whether the payment is protected fully (`eligible`), in part, or not.',
        oneOf('eligible', 'not_eligible', 'partially_eligible'),
      ),
    }),
  ),
);

/** The account that PayTo takes the money from; its number lies in the vault. */
const payto = {
  bsb_number: reported('The BSB number of the branch; null if the payer gave a PayID or no account.'),
  last4: reported('The last four digits of the account number; null if the payer gave a PayID or no account.'),
  pay_id: reported('The PayID of the payer, an email address, telephone number or other alias of the account; null if none was given.'),
} as const;

const upi = { vpa: reported("The payer's address at UPI, such as `jo@bank`.") } as const;
const wallet_payment = { buyer_id, transaction_id } as const;
const later_payment = { transaction_id } as const;
const kr_card = {
  brand: reported('The company that issued the card, such as `shinhan`.'),
  last4: reported('The last four digits of the card.'),
} as const;

const iban_of_payer = { ...bank_of_payer, iban_last4, preferred_language, verified_name } as const;
const blik = { buyer_id } as const;
const of_ideal = { bank, bic: bank_of_payer.bic, iban_last4, verified_name } as const;

/** Each type that has something besides its name; debits of bank accounts are described on their own. */
export const particulars: Readonly<Record<string, Particulars>> = {
  affirm: { paid: later_payment },
  afterpay_clearpay: {
    paid: {
      order_id: reported('The id of the order at Afterpay.'),
      reference: reported('Your own reference of the order, from the option `reference`.'),
    },
  },
  alipay: { paid: { buyer_id: sometimes(buyer_id), fingerprint, transaction_id } },
  alma: {
    paid: {
      installments: about(
        'The installments that the payer has chosen; absent where the processor does not report them.',
        sometimes(sparse({ count: about('How many installments there are.', integer({ minimum: 1 })) })),
      ),
      transaction_id,
    },
  },
  amazon_pay: { paid: { funding, transaction_id } },
  bancontact: { paid: iban_of_payer, set_up: iban_of_payer },
  billie: { paid: later_payment },
  bizum: { known: { buyer_id }, paid: wallet_payment },
  blik: { known: blik, paid: blik, set_up: blik },
  boleto: {
    said: { tax_id: about('The tax number of the payer, a CPF or CNPJ, which Boleto requires in Brazil.', nullable(textOf(20))) },
    paid: { tax_id: about('The tax number of the payer, as given with the payment method.', nullable(textOf(20))) },
  },
  card: { known: card_known, paid: card_paid, asked: card_asked },
  cashapp: { known: cashapp, paid: { ...cashapp, transaction_id } },
  crypto: {
    paid: {
      buyer_address: about("The address of the payer's wallet on the blockchain.", sometimes(textOf(255))),
      network: about('The blockchain of the payment.', sometimes(oneOf('base', 'ethereum', 'polygon', 'solana', 'sui', 'tempo'))),
      token_currency: about(
        'The stablecoin that the payer sent.',
        sometimes(oneOf('ousd', 'phantom_cash', 'usdc', 'usdg', 'usdp', 'usdsui', 'usdt')),
      ),
      transaction_hash: about('The hash of the transaction on the blockchain.', sometimes(textOf(255))),
    },
  },
  eps: { said: { bank }, paid: { bank, verified_name } },
  fpx: { said: { account_holder_type: holder_type, bank }, paid: { account_holder_type: holder_type, bank, transaction_id } },
  giropay: { paid: { ...bank_of_payer, verified_name } },
  grabpay: { paid: later_payment },
  ideal: {
    said: { bank },
    known: { bic: bank_of_payer.bic },
    paid: { ...of_ideal, transaction_id },
    set_up: of_ideal,
  },
  kakao_pay: { paid: wallet_payment },
  klarna: {
    said: {
      dob: about(
        "The payer's date of birth, which Klarna asks for in some countries; null if it was not given.",
        nullable(
          object({
            day: about('The day of the month, 1 to 31.', integer({ minimum: 1, maximum: 31 })),
            month: about('The month, 1 to 12.', integer({ minimum: 1, maximum: 12 })),
            year: about('The year with four digits.', integer({ minimum: 1900, maximum: 2100 })),
          }),
        ),
      ),
    },
    paid: {
      payer_details: about(
        'What Klarna knows of the payer; null where the processor does not report it.',
        nullable(
          object({
            address: about(
              "The payer's address.",
              nullable(object({ country: about('The country as a two-letter ISO 3166-1 code.', nullable(country)) })),
            ),
          }),
        ),
      ),
      payment_method_category: reported('How the payer pays Klarna, such as `pay_later`, `pay_now` or `pay_in_installments`.'),
      preferred_locale: reported("The language of Klarna's page: that of the option `preferred_locale`, if it was set."),
    },
  },
  konbini: {
    paid: {
      store: about(
        'The shop at which the payer paid; null until the payment.',
        nullable(
          object({
            chain: about('The chain of the shop.', nullable(oneOf('familymart', 'lawson', 'ministop', 'seicomart'))),
          }),
        ),
      ),
    },
  },
  kr_card: { known: kr_card, paid: { ...kr_card, ...wallet_payment } },
  link: {
    said: { email: about("The email address of the payer's Link account.", nullable(email)) },
    paid: {
      country: reported("The country of the payer's Link account as a two-letter ISO 3166-1 code."),
      funding_source_group: about(
        'The group of funding sources that paid; absent where the processor does not report it.',
        sometimes(textOf(255)),
      ),
    },
  },
  mobilepay: {
    paid: { card: about('The card in MobilePay that paid; null where the processor does not report it.', nullable(object(card_within))) },
  },
  multibanco: {
    paid: {
      entity: reported('The entity to which the payer paid, as the voucher showed it.'),
      reference: reported('The reference with which the payer paid, as the voucher showed it.'),
    },
  },
  naver_pay: {
    said: {
      funding: about(
        'What Naver Pay pays with: a card, which is the default, or the points of the payer.',
        initially('card', oneOf('card', 'points')),
      ),
    },
    known: { buyer_id },
    paid: wallet_payment,
    set_up: { buyer_id },
  },
  oxxo: { paid: { number: reported('The number of the voucher.') } },
  p24: { said: { bank }, paid: { bank, reference: reported('The reference of the payment at Przelewy24.'), verified_name } },
  payco: { paid: wallet_payment },
  paynow: { paid: { reference: reported('The reference of the payment at PayNow.') } },
  paypal: {
    known: paypal,
    paid: { ...paypal, payer_name: reported("The name on the payer's PayPal account."), seller_protection: protection, transaction_id },
  },
  payto: { known: payto, paid: { ...payto, mandate } },
  pix: {
    known: { fingerprint },
    paid: { bank_transaction_id: reported('The id that the banks have given the payment.'), fingerprint, mandate },
    set_up: { fingerprint },
  },
  promptpay: { paid: { reference: reported('The reference of the payment at PromptPay.') } },
  revolut_pay: { paid: { funding, transaction_id } },
  samsung_pay: { paid: wallet_payment },
  satispay: { paid: later_payment },
  scalapay: { paid: later_payment },
  sequra: { paid: later_payment },
  sofort: {
    said: { country: about("The country of the payer's bank as a two-letter ISO 3166-1 code.", nullable(textOf(2))) },
    paid: { ...iban_of_payer, country: about("The country of the payer's bank as a two-letter ISO 3166-1 code.", nullable(textOf(2))) },
    set_up: iban_of_payer,
  },
  sunbit: { paid: later_payment },
  swish: {
    paid: {
      fingerprint,
      payment_reference: reported("The reference of the payment at the payer's bank."),
      verified_phone_last4: reported("The last four digits of the payer's verified telephone number."),
    },
  },
  twint: { paid: { mandate } },
  upi: { known: upi, paid: upi },
  wechat_pay: { paid: { fingerprint, transaction_id } },
};

const debited = {
  expected_debit_date: about(
    'The day on which the account is debited, as `YYYY-MM-DD`; absent where the processor does not report it.',
    sometimes(textOf(10)),
  ),
} as const;

/** What a charge shows of a debit besides the account. */
export const debit_payments: Readonly<Record<string, SaidFields>> = {
  acss_debit: debited,
  au_becs_debit: debited,
  bacs_debit: debited,
  nz_bank_account: debited,
  sepa_debit: debited,
  us_bank_account: { ...debited, payment_reference: reported("The reference of the debit on the payer's bank statement.") },
};
