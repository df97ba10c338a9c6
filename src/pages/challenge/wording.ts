import { barCode } from '../../pictures/bar-code.js';
import { qrCode } from '../../pictures/qr.js';
import { boletoBars, type Detail } from '../checkout/payment-details.js';
import { type Button, type Markup, picture } from '../kit/ui.js';
import type { Kind } from '../kit/ways-to-pay.js';
import type { AnswerName, ChallengeWords } from './words.js';

/** What the payer chose, or let happen, as the form's field `outcome` sends it. */
export type Outcome = 'succeed' | 'fail' | 'expire' | 'abandon';

/** What a page can draw. */
export type Drawn = {
  /** The page's own address, which a QR code holds for the payer's other device. */
  readonly address: string;
  /** The path to the same page. */
  readonly action: string;
  /** What a shop or a bank books the payment by. */
  readonly reference: string;
  readonly details: readonly Detail[];
  /** What its QR code holds, where a payer's phone can take it directly. */
  readonly code: string | null;
};

type Answer = { readonly outcome: Outcome; readonly label: AnswerName; readonly look: Button['look'] };

/** How the pages of a kind differ, besides their words. */
export type Wording = {
  readonly prompt: keyof ChallengeWords['prompt'];
  /** What is said where nothing is paid now. */
  readonly saving: 'card' | 'account' | 'method';
  /** Ways to answer, besides leaving. */
  readonly answers: readonly [Answer, Answer];
  readonly drawing?: (drawn: Drawn, words: ChallengeWords) => Markup | null;
  /** What the payer's reference is called; left out where there is none to write down. */
  readonly reference?: 'voucher_number' | 'reference';
  /** It is scanned by another device, on which it can be answered as well. */
  readonly scanned?: true;
  /** It can be taken along on paper. */
  readonly printed?: true;
  /** The payer sits before it while it can be answered, so that a clock runs down. */
  readonly counted?: true;
};

const approval = [
  { outcome: 'succeed', label: 'approve', look: 'primary' },
  { outcome: 'fail', label: 'refuse', look: 'danger' },
] as const;

/** One row for each kind of page; the types of payment method of a kind share every word of it. */
export const wordings: Readonly<Record<Kind, Wording>> = {
  three_d_secure: {
    prompt: 'bank',
    saving: 'card',
    answers: [
      { outcome: 'succeed', label: 'complete', look: 'primary' },
      { outcome: 'fail', label: 'fail', look: 'danger' },
    ],
  },
  wallet: { prompt: 'method', saving: 'method', answers: approval, counted: true },
  online_bank: { prompt: 'bank', saving: 'method', answers: approval },
  qr_code: {
    prompt: 'method',
    saving: 'method',
    answers: approval,
    drawing: ({ address }, { qr_code }) => picture({ source: qrCode(address).svg, text: qr_code, shape: 'square' }),
    scanned: true,
    counted: true,
  },
  voucher: {
    prompt: 'voucher',
    saving: 'method',
    answers: [
      { outcome: 'succeed', label: 'pay_voucher', look: 'primary' },
      { outcome: 'expire', label: 'expire', look: 'danger' },
    ],
    drawing: voucherPicture,
    reference: 'voucher_number',
    printed: true,
  },
  bank_transfer: {
    prompt: 'transfer',
    saving: 'method',
    answers: [
      { outcome: 'succeed', label: 'transfer', look: 'primary' },
      { outcome: 'fail', label: 'fail_transfer', look: 'danger' },
    ],
    reference: 'reference',
    printed: true,
  },
  small_deposits: {
    prompt: 'deposits',
    saving: 'account',
    answers: [
      { outcome: 'succeed', label: 'verify', look: 'primary' },
      { outcome: 'fail', label: 'fail_verification', look: 'danger' },
    ],
  },
};

/** What a till scans: a boleto's bars hold its own digits, and a code that is typed in at a till has none. */
function voucherPicture({ reference, details }: Drawn, { bar_code }: ChallengeWords): Markup | null {
  const number = details.find(({ name }) => name === 'voucher_number')?.text;
  const source = number ? bars(number) : details.length === 0 ? barCode(reference) : null;
  return source === null ? null : picture({ source, text: bar_code, shape: 'wide' });
}

function bars(number: string): string | null {
  const digits = boletoBars(number);
  return digits === null ? barCode(number) : barCode(digits, 'interleaved2of5');
}
