import { type Given, initially, nullable, required } from '../../../kernel/base/fields.js';
import { flag, oneOf, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { phone } from '../../money/beneficiaries/destination-input.js';
import { address } from '../../parts.js';
import { postal_input, postalOf } from '../postal.js';

/** How soon a card is to arrive. */
const service = oneOf('standard', 'express', 'priority');
const mode = oneOf('disabled', 'normalization_only', 'validation_and_normalization');
const type = oneOf('individual', 'bulk');

/** Where a card is sent, and how far it has come. */
export const shipping = nullable(
  object({
    address,
    address_validation: nullable(
      object({
        mode,
        normalized_address: nullable(address),
        result: nullable(oneOf('indeterminate', 'likely_deliverable', 'likely_undeliverable')),
      }),
    ),
    business_name: nullable(text),
    carrier: nullable(oneOf('correos', 'dhl', 'fedex', 'royal_mail', 'usps')),
    customs: nullable(object({ eori_number: nullable(text) })),
    delivered_at: nullable(timestamp),
    eta: nullable(timestamp),
    name: text,
    phone_number: nullable(text),
    require_signature: nullable(flag),
    service,
    shipped_at: nullable(timestamp),
    status: initially('pending', nullable(oneOf('canceled', 'delivered', 'failure', 'pending', 'returned', 'shipped', 'submitted'))),
    tracking_number: nullable(text),
    tracking_url: nullable(text),
    type,
  }),
);

/** A shipment as it is kept. */
export type Shipping = NonNullable<typeof shipping.initial>;

/** What a merchant says of where a card is sent. */
export const shipping_input = object({
  address: required(postal_input),
  address_validation: object({ mode: required(mode) }),
  business_name: text,
  customs: object({ eori_number: textOf(40) }),
  name: required(text),
  phone_number: phone,
  require_signature: flag,
  service,
  type,
});

type Sent = NonNullable<Given<{ it: typeof shipping_input }>['it']>;

/** How many days a service takes. */
const days = { standard: 6, express: 2, priority: 1 } as const;

/** What is said of a shipment, as it is kept in the place of all that was said before. Addresses are stored as given, without validation. */
export function shipmentOf({ address: given, address_validation, service = 'standard', ...rest }: Sent, now: number) {
  const address = postalOf(given);
  const mode = address_validation?.mode ?? 'disabled';
  return {
    business_name: null,
    customs: null,
    phone_number: null,
    require_signature: service !== 'standard',
    type: 'individual' as const,
    ...rest,
    address,
    address_validation: {
      mode,
      normalized_address: mode === 'disabled' ? null : address,
      result: mode === 'validation_and_normalization' ? ('indeterminate' as const) : null,
    },
    eta: now + days[service] * day,
    service,
  };
}

/** Who brings a card, and by which number it is found on its way; a letter has none. */
export function carriage({ address, service }: Pick<Shipping, 'address' | 'service'>, id: string): Partial<Shipping> {
  const carrier =
    address.country === 'US' ? 'usps' : address.country === 'GB' ? 'royal_mail' : address.country === 'ES' ? 'correos' : 'dhl';
  if (service === 'standard') return { carrier };
  const tracking_number = `TEST${id.slice(-12).toUpperCase()}`;
  return { carrier, tracking_number, tracking_url: `https://tracking.example.com/${tracking_number}` };
}
