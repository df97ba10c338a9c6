import { Concealed } from '../../../kernel/base/concealed.js';
import { nearest } from '../../../kernel/base/nearest.js';
import { describeCard } from '../../core/cards/card-input.js';

/** Published names of test cards, without their `pm_card_` or `tok_`, and the numbers they stand for. */
const numbers: Readonly<Record<string, string>> = {
  visa: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard: '5555555555554444',
  mastercard_debit: '5200828282828210',
  mastercard_prepaid: '5105105105105100',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '3056930009020004',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
  br: '4000000760000002',
  ca: '4000001240000000',
  mx: '4000004840008001',
  at: '4000000400000008',
  au: '4000000360000006',
  be: '4000000560000004',
  ch: '4000007560000009',
  cn: '4000001560000002',
  de: '4000002760000016',
  es: '4000007240000007',
  fr: '4000002500000003',
  gb: '4000008260000000',
  hk: '4000003440000004',
  in: '4000003560000008',
  it: '4000003800000008',
  jp: '4000003920000003',
  my: '4000004580000002',
  nl: '4000005280000002',
  no: '4000005780000007',
  nz: '4000005540000008',
  pl: '4000006160000005',
  se: '4000007520000008',
  sg: '4000007020000003',
  us: '4242424242424242',
  bypassPending: '4000000000000077',
  riskLevelElevated: '4000000000009235',
  riskLevelHighest: '4000000000004954',
  chargeDeclined: '4000000000000002',
  visa_chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedLostCard: '4000000000009987',
  visa_chargeDeclinedLostCard: '4000000000009987',
  chargeDeclinedStolenCard: '4000000000009979',
  visa_chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedFraudulent: '4100000000000019',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedProcessingError: '4000000000000119',
  chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  visa_chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  chargeCustomerFail: '4000000000000341',
  cvcCheckFail: '4000000000000101',
  avsFail: '4000000000000010',
  avsLine1Fail: '4000000000000028',
  avsZipFail: '4000000000000036',
  avsUnchecked: '4000000000000044',
  createDispute: '4000000000000259',
  createDisputeProductNotReceived: '4000000000002685',
  createDisputeInquiry: '4000000000001976',
  bypassPendingInternational: '4000003720000278',
  radarBlock: '4100000000000019',
  highFraudDisputeScore: '4000008400000407',
  highEfwScore: '4000008400000159',
  radarDynamicRiskThreshold: '4000008400001017',
  freeTrialAbuseBlock: '4001858821843804',
  adaptive3dsChallenge: '4000008405600003',
  cvcCheckFailElevatedRisk: '4000058400307872',
  avsZipFailElevatedRisk: '4000058400306072',
  createIssuerFraudRecord: '4000000000005423',
  createMultipleDisputes: '4000000404000079',
  createCe3EligibleDispute: '4000000404000038',
  createComplianceDispute: '4000008400000779',
  createMastercardComplianceDispute: '5105008400000002',
  createAutoRepresentmentEligibleDispute: '4000000001000043',
  createRapidDisputeResolutionDispute: '4000000404004816',
  createCe3BlockDispute: '4000000404005649',
  createEthocaAlert: '5105000300000018',
  threeDSecureOptionalProcessingError: '4000000000003097',
  amex_threeDSecureNotSupported: '378282246310005',
  refundFail: '4000000000005126',
  pendingRefund: '4000000000007726',
  authenticationRequired: '4000002760003184',
  authenticationRequiredOnSetup: '4000002500003155',
  authenticationRequiredSetupForOffSession: '4000003800000446',
  authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  threeDSecureRequired: '4000000000003220',
  threeDSecure2Required: '4000000000003220',
  threeDSecureRequiredChargeDeclined: '4000008400001629',
  threeDSecureRequiredProcessingError: '4000008400001280',
  threeDSecureOptional: '4000000000003055',
  threeDSecureNotSupported: '378282246310005',
};

/** Names of payment methods: `pm_card_visa`. */
export const card_names: ReadonlySet<string> = new Set(Object.keys(numbers).map((name) => `pm_card_${name}`));

/** The number a token stands for: `tok_visa`; null for an unknown one. */
export const numberOfToken = (token: string): Concealed | null => {
  const number = token.startsWith('tok_') && Object.hasOwn(numbers, token.slice(4)) ? numbers[token.slice(4)] : undefined;
  return number ? new Concealed(number) : null;
};

/** The token that was probably meant; null where none is near. */
export const nearestToken = (token: string): string | null =>
  nearest(
    token,
    Object.keys(numbers).map((name) => `tok_${name}`),
  );

/** When test cards by name expire: the end of the year after next. */
export const expiryOfTestCards = (now: number): { exp_month: number; exp_year: number } => ({
  exp_month: 12,
  exp_year: new Date(now * 1000).getUTCFullYear() + 2,
});

/** Test cards by name come with a code, as a payer would type it. */
export const code_of_test_cards = (number: Concealed): Concealed => new Concealed(number.reveal().startsWith('37') ? '1234' : '123');

/** The payment method that a name stands for; each use makes a new one. */
export function cardByName(
  name: string,
  context: { now: number; fingerprint: (number: Concealed) => string },
): { set: object; vault: { number: Concealed } } {
  const number = new Concealed(numbers[name.slice('pm_card_'.length)] ?? '');
  const refuse = (): never => {
    throw new Error(`The test card ${name} is not a valid card`);
  };
  const expiry = expiryOfTestCards(context.now);
  const described = describeCard({ number, ...expiry }, code_of_test_cards(number), 'card', { ...context, refuse });
  return { set: { type: 'card', card: described.card }, vault: { number } };
}
