import { barCode } from '../pictures/bar-code.js';
import { qrCode } from '../pictures/qr.js';
import { type Button, html, type Markup, picture, textLink } from './ui.js';
import type { Kind } from './ways-to-pay.js';

/** What the payer chose, or let happen, as the form's field `outcome` sends it. */
export type Outcome = 'succeed' | 'fail' | 'expire' | 'abandon';

/** Who asks, and what is paid with; both came from somebody else and are isolated already. */
export type Names = { readonly shop: Markup; readonly method: Markup };

/** What a page can draw. */
export type Drawn = {
  /** The page's own address, which a QR code holds for the payer's other device. */
  readonly address: string;
  /** The path to the same page. */
  readonly action: string;
  /** What a shop or a bank books the payment by. */
  readonly reference: string;
};

type Asking = { readonly title: string; readonly heading?: (names: Names) => Markup; readonly lead: (names: Names) => Markup };
type Answer = { readonly outcome: Outcome; readonly label: string; readonly look: Button['look'] };

/** The words of a kind of page, and what it shows besides the facts. */
export type Wording = {
  readonly speaker: string;
  /** When money is asked for now. */
  readonly pay: Asking;
  /** When nothing is paid now. */
  readonly save: Asking;
  readonly prompt: (names: Names) => Markup;
  /** Ways to answer, besides leaving. */
  readonly answers: readonly [Answer, Answer];
  readonly drawing?: (drawn: Drawn) => Markup | null;
  readonly aside?: (drawn: Drawn) => Markup;
  /** What the payer's reference is called; left out where there is none to write down. */
  readonly reference?: string;
};

const saving: Asking = {
  title: 'Save for later payments',
  heading: ({ method }) => html`Save ${method} for later payments`,
  lead: ({ shop, method }) => html`${shop} asks to charge ${method} later. Nothing is charged now.`,
};

const approval = [
  { outcome: 'succeed', label: 'Approve', look: 'primary' },
  { outcome: 'fail', label: 'Refuse', look: 'danger' },
] as const;

/** One row for each kind of page; the types of payment method of a kind share every word of it. */
export const wordings: Readonly<Record<Kind, Wording>> = {
  three_d_secure: {
    speaker: 'Florin test bank',
    pay: {
      title: 'Confirm this payment',
      lead: ({ shop }) => html`${shop} asks your bank to make sure that it is you who pays.`,
    },
    save: {
      title: 'Save this card for later payments',
      lead: ({ shop, method }) =>
        html`${shop} asks your bank to make sure that ${method} is yours before saving it. Nothing is charged now.`,
    },
    prompt: () => html`Choose how the simulated bank answers:`,
    answers: [
      { outcome: 'succeed', label: 'Complete authentication', look: 'primary' },
      { outcome: 'fail', label: 'Fail authentication', look: 'danger' },
    ],
  },
  wallet: {
    speaker: 'Florin test wallet',
    pay: { title: 'Approve this payment', lead: ({ shop, method }) => html`${shop} sent you here to pay with ${method}.` },
    save: saving,
    prompt: ({ method }) => html`Choose how the simulated ${method} page answers:`,
    answers: approval,
  },
  online_bank: {
    speaker: 'Florin test bank',
    pay: {
      title: 'Approve this payment',
      lead: ({ shop, method }) => html`${shop} sent you here to pay from your bank account with ${method}.`,
    },
    save: saving,
    prompt: () => html`Choose how the simulated bank answers:`,
    answers: approval,
  },
  qr_code: {
    speaker: 'Florin test wallet',
    pay: {
      title: 'Scan to pay',
      lead: ({ shop, method }) => html`Scan the code with your phone to pay ${shop} with ${method}, or answer right here.`,
    },
    save: {
      ...saving,
      lead: ({ shop, method }) =>
        html`${shop} asks to charge ${method} later. Scan the code with your phone, or answer right here. Nothing is charged now.`,
    },
    prompt: ({ method }) => html`Choose how the simulated ${method} app answers:`,
    answers: approval,
    drawing: ({ address }) =>
      picture({ source: qrCode(address).svg, text: 'QR code that opens this page on another device', shape: 'square' }),
    aside: ({ action }) => html`Answered on your phone? ${textLink(action, 'Continue here')}`,
  },
  voucher: {
    speaker: 'Florin test voucher',
    pay: {
      title: 'Pay with this voucher',
      lead: ({ shop, method }) => html`Show it, or a print of it, where ${method} is taken, and pay there. ${shop} is told once you have.`,
    },
    save: saving,
    prompt: () => html`Choose what becomes of the simulated voucher:`,
    answers: [
      { outcome: 'succeed', label: 'Simulate paying at the shop', look: 'primary' },
      { outcome: 'expire', label: 'Let it expire', look: 'danger' },
    ],
    drawing: ({ reference }) => voucherPicture(reference),
    reference: 'Voucher number',
  },
  bank_transfer: {
    speaker: 'Florin test bank',
    pay: {
      title: 'Transfer this amount',
      lead: ({ shop }) => html`Send it from your bank account with the reference below. ${shop} is told when it arrives.`,
    },
    save: saving,
    prompt: () => html`Choose what becomes of the simulated transfer:`,
    answers: [
      { outcome: 'succeed', label: 'Simulate the transfer', look: 'primary' },
      { outcome: 'fail', label: 'Let the transfer fail', look: 'danger' },
    ],
    reference: 'Reference',
  },
  small_deposits: {
    speaker: 'Florin test bank',
    pay: {
      title: 'Verify your bank account',
      lead: ({ shop }) =>
        html`${shop} wants to make sure that the account is yours: small amounts are on their way to it. Tell here that you have found them.`,
    },
    save: {
      title: 'Verify your bank account',
      lead: ({ shop }) =>
        html`${shop} wants to make sure that the account is yours before saving it: small amounts are on their way to it. Nothing is charged now.`,
    },
    prompt: () => html`Choose what becomes of the simulated deposits:`,
    answers: [
      { outcome: 'succeed', label: 'Verify the account', look: 'primary' },
      { outcome: 'fail', label: 'Fail verification', look: 'danger' },
    ],
  },
};

function voucherPicture(reference: string): Markup | null {
  const source = barCode(reference);
  return source === null ? null : picture({ source, text: 'Bar code of the voucher number', shape: 'wide' });
}
