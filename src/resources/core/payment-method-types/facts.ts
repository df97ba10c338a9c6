/** A detail of the payer that some kinds cannot do without. */
export type Need = 'name' | 'email' | 'phone' | 'address.country';

/** Facts about a payment method type, independent of the processor. */
export type MethodFacts = {
  /** Currencies that payments can be made in; null for all. */
  readonly currencies: readonly string[] | null;
  /** Where payers have it; null for everywhere. */
  readonly countries: readonly string[] | null;
  /** Where payers expect to be offered it without being asked, where that is not all of `countries`. */
  readonly expected_in?: readonly string[];
  readonly needs: readonly Need[];
  /** What a single payment may amount to, in minor units of the currency. */
  readonly limits: Readonly<Record<string, { readonly minimum?: number; readonly maximum?: number }>>;
  /** `partial` ones may be several, until nothing is left; `once` is a single one, of all or of a part. */
  readonly refunds: 'none' | 'full' | 'once' | 'partial';
  /** It can be kept for later payments. */
  readonly saved: boolean;
  /** Only a SetupIntent, or a payment with setup_future_usage, shows that it is the payer's: it is not attached before. */
  readonly kept_once_verified?: true;
  /** Whether it was paid is known hours or days after the payer has done their part. */
  readonly delayed: boolean;
  /** The amount can be held first and captured later. */
  readonly manual_capture: boolean;
  /** How long a payment waits for its payer, where its merchant may say so. */
  readonly expires_after?: { readonly unit: 'days' | 'seconds'; readonly minimum: number; readonly maximum: number };
};

/** A wallet or a bank's page that the payer is sent to, which tells the outcome at once. */
export const usual: MethodFacts = {
  currencies: null,
  countries: null,
  needs: [],
  limits: {},
  refunds: 'partial',
  saved: false,
  delayed: false,
  manual_capture: false,
};
