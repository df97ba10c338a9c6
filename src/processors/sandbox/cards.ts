import { passesLuhn } from '../../kernel/base/concealed.js';
import type { ErrorCode } from '../../kernel/base/errors.js';
import type { CardChecks, Risk } from '../contract.js';
import type { OutcomeName } from './scripted-outcomes.js';

/** Why an issuer declines. Lost and stolen cards get the general message, so that their holder does not learn that the loss was reported. */
export type Decline = { readonly code: ErrorCode; readonly decline_code?: string; readonly message?: string };

/**
 * When the payer has to authenticate. `required`: always; `until_saved`: until the card is set up; `on_session`: for payments with the payer present,
 * because the card counts as set up; `optional`: on request, as the previous three; `frictionless`: without asking the payer; otherwise never.
 */
export type ThreeDSecure = 'required' | 'until_saved' | 'on_session' | 'optional' | 'frictionless' | 'not_enrolled' | 'not_supported';

/** The behavior of a test card in setups and charges. */
export type TestCard = {
  readonly three_d_secure: ThreeDSecure;
  /** The issuer's 3D Secure lookup fails, so a requested authentication declines the card. */
  readonly lookup_fails?: true;
  /** The entry that is wrong; a cvc only if one was given. */
  readonly mistake?: 'incorrect_number' | 'incorrect_cvc';
  /** The issuer's decline, after any authentication. */
  readonly declined?: Decline;
  /** The issuer's decline of charges, for a card that can be set up. */
  readonly charge_declined?: Decline;
  /** Checks with an unusual result; `cvc_check` only if a cvc was given. */
  readonly checks?: Partial<CardChecks>;
  /** The fraud risk of its charges; `normal` by default. */
  readonly risk?: Risk['level'];
  /** The scripted outcome of its charges after approval. */
  readonly scripted?: OutcomeName;
  /** A debit card, for which a law limits the fees of its issuer. */
  readonly regulated?: true;
};

const ordinary: TestCard = { three_d_secure: 'optional' };
const debit: TestCard = { ...ordinary, regulated: true };
const required: TestCard = { three_d_secure: 'required' };

const declined = (code: ErrorCode, decline_code?: string, message?: string): TestCard => ({
  ...ordinary,
  declined: { code, ...(decline_code ? { decline_code } : {}), ...(message ? { message } : {}) },
});

const mistaken = (mistake: 'incorrect_number' | 'incorrect_cvc'): TestCard => ({ ...ordinary, mistake });

const checked = (checks: Partial<CardChecks>, risk: Risk['level'] = 'normal'): TestCard => ({ ...ordinary, checks, risk });

const risky = (risk: Risk['level']): TestCard => ({ ...ordinary, risk });

const followedBy = (scripted: OutcomeName): TestCard => ({ ...ordinary, scripted });

const short_of_funds: Decline = { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' };

/** Stripe's published test cards (docs.stripe.com/testing). */
export const test_cards: ReadonlyMap<string, TestCard> = new Map<string, TestCard>([
  // By brand.
  ['4242424242424242', { three_d_secure: 'not_enrolled' }], // Visa
  ['4111111111111111', ordinary], // Visa, published by this service
  ['4000056655665556', debit], // Visa debit
  ['5555555555554444', ordinary], // Mastercard
  ['2223003122003222', ordinary], // Mastercard, 2-series
  ['5200828282828210', debit], // Mastercard debit
  ['5105105105105100', ordinary], // Mastercard prepaid
  ['378282246310005', { three_d_secure: 'not_supported' }], // American Express
  ['371449635398431', ordinary], // American Express
  ['6011111111111117', ordinary], // Discover
  ['6011000990139424', ordinary], // Discover
  ['6011981111111113', debit], // Discover debit
  ['3056930009020004', ordinary], // Diners Club
  ['36227206271667', ordinary], // Diners Club, 14 digits
  ['6555900000604105', ordinary], // BCcard and DinaCard
  ['3566002020360505', ordinary], // JCB
  ['6200000000000005', ordinary], // UnionPay
  ['6200000000000047', debit], // UnionPay debit
  ['6205500000000000004', ordinary], // UnionPay, 19 digits
  ['4000002500001001', ordinary], // Cartes Bancaires and Visa
  ['5555552500001001', ordinary], // Cartes Bancaires and Mastercard
  ['4000050360000001', ordinary], // eftpos Australia and Visa
  ['5555050360000080', ordinary], // eftpos Australia and Mastercard
  ['4000051230000072', ordinary], // Visa, health or flexible spending account
  ['5200828282828897', ordinary], // Mastercard, flexible spending account

  // By country of the issuer: the Americas.
  ['4000000320000021', ordinary], // AR
  ['4000000760000002', ordinary], // BR
  ['4000001240000000', ordinary], // CA
  ['4000001520000001', ordinary], // CL
  ['4000001700000003', ordinary], // CO
  ['4000001880000005', ordinary], // CR
  ['4000002180000000', ordinary], // EC
  ['4000004840008001', ordinary], // MX
  ['5062210000000009', ordinary], // MX, Carnet
  ['4000005910000000', ordinary], // PA
  ['4000006000000066', ordinary], // PY
  ['4000006040000068', ordinary], // PE
  ['4000008580000003', ordinary], // UY

  // Europe and the Middle East.
  ['4000007840000001', ordinary], // AE
  ['5200007840000022', ordinary], // AE, Mastercard
  ['4000000400000008', ordinary], // AT
  ['4000000560000004', ordinary], // BE
  ['4000001000000000', ordinary], // BG
  ['4000001120000005', ordinary], // BY
  ['4000007560000009', ordinary], // CH
  ['4000001960000008', ordinary], // CY
  ['4000002030000002', ordinary], // CZ
  ['4000002760000016', ordinary], // DE
  ['4000002080000001', ordinary], // DK
  ['4000002330000009', ordinary], // EE
  ['4000007240000007', ordinary], // ES
  ['4000002460000001', ordinary], // FI
  ['4000002500000003', ordinary], // FR
  ['4000008260000000', ordinary], // GB
  ['4000058260000005', ordinary], // GB, debit
  ['5555558265554449', ordinary], // GB, Mastercard
  ['4000002920000005', ordinary], // GI
  ['4000003000000030', ordinary], // GR
  ['4000001910000009', ordinary], // HR
  ['4000003480000005', ordinary], // HU
  ['4000003720000005', ordinary], // IE
  ['4000003800000008', ordinary], // IT
  ['4000004380000004', ordinary], // LI
  ['4000004400000000', ordinary], // LT
  ['4000004420000006', ordinary], // LU
  ['4000004280000005', ordinary], // LV
  ['4000004700000007', ordinary], // MT
  ['4000005280000002', ordinary], // NL
  ['4000005780000007', ordinary], // NO
  ['4000006160000005', ordinary], // PL
  ['4000006200000007', ordinary], // PT
  ['4000006420000001', ordinary], // RO
  ['4000006820000007', ordinary], // SA
  ['4000007520000008', ordinary], // SE
  ['4000007050000006', ordinary], // SI
  ['4000007030000001', ordinary], // SK

  // Asia and the Pacific.
  ['4000000360000006', ordinary], // AU
  ['4000001560000002', ordinary], // CN
  ['4000003440000004', ordinary], // HK
  ['4000003560000008', ordinary], // IN
  ['4000003920000003', ordinary], // JP
  ['3530111333300000', ordinary], // JP, JCB
  ['4000004580000002', ordinary], // MY
  ['4000005540000008', ordinary], // NZ
  ['4000007020000003', ordinary], // SG
  ['4000007640000003', ordinary], // TH, credit
  ['4000057640000008', ordinary], // TH, debit
  ['4000001580000008', ordinary], // TW

  // Declined.
  ['4000000000000002', declined('card_declined', 'generic_decline')],
  ['4000000000009995', { ...ordinary, declined: short_of_funds }],
  ['4000000000009987', declined('card_declined', 'lost_card')],
  ['4000000000009979', declined('card_declined', 'stolen_card')],
  ['4000000000006975', declined('card_declined', 'card_velocity_exceeded', 'Your card was used too often or beyond its limit.')],
  ['4000000000000069', declined('expired_card')],
  ['4000000000000119', declined('processing_error')],
  ['4000000000000127', mistaken('incorrect_cvc')],
  ['4242424242424241', mistaken('incorrect_number')],
  ['4000000000000341', { ...ordinary, charge_declined: { code: 'card_declined', decline_code: 'generic_decline' } }], // is set up; its charges fail

  // Fraud. Only the first is blocked in every configuration; Florin has no fraud settings that could block the others.
  ['4100000000000019', { ...declined('card_declined', 'fraudulent'), risk: 'highest' }],
  ['4000000000004954', risky('highest')],
  ['4000000000009235', risky('elevated')],
  ['4000008400000407', ordinary], // likely to be disputed
  ['4000008400000159', ordinary], // likely to bring an early fraud warning
  ['4000008400001017', ordinary], // over a dynamic threshold
  ['4000008405600003', ordinary], // adaptive 3D Secure
  ['4001858821843804', ordinary], // abuse of free trials

  // Checks of the entered data. A failed check alone does not decline.
  ['4000000000000101', checked({ cvc_check: 'fail' })],
  ['4000058400307872', checked({ cvc_check: 'fail' }, 'elevated')],
  ['4000000000000036', checked({ address_postal_code_check: 'fail' })],
  ['4000058400306072', checked({ address_postal_code_check: 'fail' }, 'elevated')],
  ['4000000000000028', checked({ address_line1_check: 'fail' })],
  ['4000000000000010', checked({ address_line1_check: 'fail', address_postal_code_check: 'fail' })],
  ['4000000000000044', checked({ address_line1_check: 'unavailable', address_postal_code_check: 'unavailable' })],

  // 3D Secure.
  ['4000002500003155', { three_d_secure: 'until_saved' }],
  ['4000002760003184', required],
  ['4000003800000446', { three_d_secure: 'on_session' }],
  ['4000008260003178', { three_d_secure: 'until_saved', charge_declined: short_of_funds }],
  ['4000000000003220', required], // IE
  ['4000008400000027', required], // US
  ['4000000000003063', required], // no longer listed, but found in many integrations
  ['4000000000003238', required], // one-time passcode, as listed until 2024
  ['4000000000003246', required], // single choice, as listed until 2024
  ['4000000000003253', required], // multiple choice, as listed until 2024
  ['4000582600000094', required], // out of band
  ['4000582600000045', required], // one-time passcode
  ['4000582600000102', required], // single choice
  ['4000582600000110', required], // multiple choice
  ['4000008400001629', { ...required, declined: { code: 'card_declined', decline_code: 'generic_decline' } }],
  ['4000008400001280', { ...required, lookup_fails: true }],
  ['4000000000003055', ordinary],
  ['4000000000003097', { ...ordinary, lookup_fails: true }],
  ['4000000032200000', { three_d_secure: 'frictionless' }],

  // Special after an approved charge: disputes, including those that other services prevent for their subscribers.
  ['4000000000000259', followedBy('disputed_as_fraudulent')],
  ['6026507838377928', followedBy('disputed_as_fraudulent')], // Discover
  ['4000000000002685', followedBy('disputed_as_not_received')],
  ['4000000000001976', followedBy('inquired')],
  ['4000000000005423', followedBy('warned')], // an early fraud warning, which is no dispute
  ['4000000404000079', followedBy('disputed_as_fraudulent')], // several times at Stripe, once here
  ['4000000404000038', followedBy('disputed_as_fraudulent')], // eligible for Visa Compelling Evidence 3.0
  ['4000008400000779', followedBy('disputed_as_noncompliant')], // Visa
  ['5105008400000002', followedBy('disputed_as_noncompliant')], // Mastercard
  ['4000000001000043', followedBy('disputed_as_fraudulent')], // Smart Disputes
  ['4000000404004816', followedBy('disputed_as_fraudulent')], // Visa Rapid Dispute Resolution
  ['4000000404005649', followedBy('disputed_as_fraudulent')], // Verifi
  ['5105000300000018', followedBy('disputed_as_fraudulent')], // Ethoca, Mastercard

  // Refunds that take time, funds available at once, captcha.
  ['4000000000007726', followedBy('refund_pends')],
  ['4000000000005126', followedBy('refund_fails')],
  ['4000000000000077', followedBy('funds_at_once')],
  ['4000003720000278', followedBy('funds_at_once')], // IE
  ['4000000000001208', ordinary],
  ['4000000000003725', ordinary],
]);

/** The behavior of a card number. An unpublished number is an ordinary card, if its check digit is right. */
export const testCard = (number: string): TestCard =>
  test_cards.get(number) ?? (passesLuhn(number) ? ordinary : mistaken('incorrect_number'));
