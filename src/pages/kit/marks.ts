import { html, type Markup } from './markup.js';

/** What is drawn in a tile: a few letters on a ground, in a colour that can be read on it. */
type Tile = readonly [letters: string, ground: string, ink: string];

const light = '#ffffff';
const dark = '#14201c';

/**
 * A tile for each type of payment method. They are our own drawings: initials that payers know it by, in colours that tell neighbours apart,
 * and no brand's logo.
 */
const tiles: Readonly<Record<string, Tile>> = {
  card: ['CARD', '#33413b', light],
  alipayplus: ['A+', '#1b5fd0', light],
  alipay: ['ALI', '#1468d6', light],
  wechat_pay: ['WE', '#0b7a43', light],
  sepa_debit: ['SEPA', '#12408f', light],
  alipay_hk: ['AHK', '#2a5bc0', light],
  boost: ['BST', '#c42a3d', light],
  truemoney: ['TM', '#b65a00', light],
  gcash: ['GC', '#0a56c4', light],
  kakaopay: ['KP', '#ffe14d', dark],
  touchngo: ['TNG', '#0d4fa8', light],
  rabbit_line_pay: ['RLP', '#0e7d3c', light],
  dana: ['DANA', '#146ab8', light],
  klarna: ['KL', '#ffb9cf', dark],
  ideal: ['iD', '#b3195f', light],
  giropay: ['GIRO', '#173f86', light],
  sofort: ['SOF', '#a8456b', light],
  eps: ['eps', '#a02a6b', light],
  trustly: ['TR', '#1d7a3a', light],
  bancontact: ['BC', '#0e4c92', light],
  p24: ['P24', '#c0243a', light],
  unionpay: ['UP', '#0b5a6e', light],
  fpx: ['FPX', '#14489c', light],
  mcash: ['MC', '#8c3a12', light],
  grabpay: ['GRAB', '#0a7a41', light],
  bank_transfer_id: ['BANK', '#2c4a6e', light],
  qris: ['QR', '#a81e2e', light],
  promptpay: ['PP', '#0f4478', light],
  ovo: ['OVO', '#5a2d8c', light],
  shopeepay: ['SP', '#c03a12', light],
  upi: ['UPI', '#5b4a16', light],
  boleto: ['BOL', '#26323a', light],
  paynow: ['PN', '#7a1f6b', light],
  pix: ['PIX', '#0d6b63', light],
  '9pay': ['9P', '#14743a', light],
  stitch: ['ST', '#22252e', light],
  bpi: ['BPI', '#a31f34', light],
  akulaku: ['AKU', '#b5242c', light],
  oxxo: ['OXXO', '#b01c22', light],
  spei: ['SPEI', '#4a2f74', light],
  affirm: ['AF', '#3238b8', light],
  afterpay_clearpay: ['AP', '#b8f5dc', dark],
  amazon_pay: ['AMZ', '#ffc35a', dark],
  cashapp: ['CA', '#0b7a34', light],
  link: ['LINK', '#0a6b4a', light],
  mobilepay: ['MP', '#3f4ec0', light],
  paypal: ['PPL', '#123c86', light],
  revolut_pay: ['RE', '#191c1f', light],
  twint: ['TW', '#20262b', light],
  swish: ['SW', '#7a2a68', light],
  blik: ['BLIK', '#1c1c22', light],
  konbini: ['KON', '#8c2f14', light],
  multibanco: ['MB', '#1b4f8c', light],
  customer_balance: ['BANK', '#2c4a6e', light],
  au_becs_debit: ['BECS', '#1c5a4a', light],
  bacs_debit: ['BACS', '#23406e', light],
  acss_debit: ['PAD', '#7a2a2a', light],
  us_bank_account: ['ACH', '#26496b', light],
};

/** Marks of card brands. */
const card_tiles: Readonly<Record<string, Tile>> = {
  amex: ['AMEX', '#1763b6', light],
  diners: ['DC', '#1f4f86', light],
  discover: ['DISC', '#a84a08', light],
  jcb: ['JCB', '#176b45', light],
  mastercard: ['MC', '#2b2b33', light],
  unionpay: ['UP', '#0b5a6e', light],
  visa: ['VISA', '#1a2f7d', light],
};

/** The tile of a payment method, or of the brand of its card. */
export const tileOf = (type: string, brand: string | null = null): Tile | null =>
  (brand !== null && type === 'card' && card_tiles[brand]) || tiles[type] || null;

/** The letters of a tile get smaller as there are more of them, so that all have the same air around. */
const sizes: Readonly<Record<number, string>> = { 1: '14', 2: '13', 3: '11', 4: '9.5' };

/** The mark of a payment method: 40 by 26. Its name stands beside it, so that a screen reader announces nothing twice. */
export function methodMark(type: string, brand: string | null = null): Markup {
  const [letters, ground, ink] = tileOf(type, brand) ?? [type.slice(0, 2).toUpperCase(), '#33413b', light];
  return html`<svg class="method-mark" viewBox="0 0 40 26" aria-hidden="true" focusable="false"><rect width="40" height="26" rx="5" fill="${ground}"/><text x="20" y="17.4" fill="${ink}" font-family="system-ui, sans-serif" font-size="${sizes[[...letters].length] ?? '9'}" font-weight="700" text-anchor="middle" direction="ltr">${letters}</text></svg>`;
}
