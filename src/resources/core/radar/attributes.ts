import type { ItemTypeName } from './item-types.js';

/** A value of a payment that conditions compare. */
type Attribute = {
  readonly kind: 'text' | 'number';
  /** How two values are recognized as equal. */
  readonly same?: (value: string) => string;
  /** The types of value lists that can contain it. */
  readonly lists?: readonly ItemTypeName[];
  /** Whether it comes with the answer of the processor. */
  readonly answered?: true;
  /** It is a sum or a number of charges, `per` something and `within` a time. */
  readonly counted?: true;
};

const lower = (value: string): string => value.toLowerCase();
const upper = (value: string): string => value.toUpperCase();
const texts = ['string', 'case_sensitive_string'] as const;

/** The attributes of payments that conditions can name. */
export const attributes = {
  amount: { kind: 'number' },
  billing_country: { kind: 'text', same: upper, lists: ['country'] },
  billing_postal_code: { kind: 'text', same: lower, lists: texts },
  card_bin: { kind: 'text', lists: ['card_bin'] },
  card_brand: { kind: 'text', same: lower },
  card_country: { kind: 'text', same: upper, lists: ['country'] },
  card_fingerprint: { kind: 'text', lists: ['card_fingerprint'] },
  card_funding: { kind: 'text', same: lower },
  charge_amount: { kind: 'number', counted: true },
  charge_count: { kind: 'number', counted: true },
  currency: { kind: 'text', same: lower },
  customer: { kind: 'text', lists: ['customer_id'] },
  email: { kind: 'text', same: lower, lists: ['email'] },
  email_domain: { kind: 'text', same: lower, lists: texts },
  ip_address: { kind: 'text', lists: ['ip_address'] },
  metadata: { kind: 'text', lists: texts },
  payment_method_type: { kind: 'text', same: lower },
  radar_session: { kind: 'text' },
  address_line1_check: { kind: 'text', same: lower, answered: true },
  address_postal_code_check: { kind: 'text', same: lower, answered: true },
  cvc_check: { kind: 'text', same: lower, answered: true },
  risk_level: { kind: 'text', same: lower, answered: true },
  risk_score: { kind: 'number', answered: true },
} as const satisfies Record<string, Attribute>;

/** One of them. */
export type AttributeName = keyof typeof attributes;

/** Their names. */
export const attribute_names = Object.keys(attributes) as AttributeName[];

/** The attribute of that name. */
export const attributeOf = (name: AttributeName): Attribute => attributes[name];

/** What charges are counted by. */
export const count_keys = ['card', 'customer', 'email', 'ip_address'] as const;
/** One of them. */
export type CountKey = (typeof count_keys)[number];

/** The times within which charges are counted, in seconds. */
export const spans = { hour: 3600, day: 86_400, week: 604_800 } as const;
/** One of them. */
export type Span = keyof typeof spans;
