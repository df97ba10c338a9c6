import { about, type Given, initially, nullable, required } from '../../../kernel/base/fields.js';
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
    address: about('The address that the card is sent to.', address),
    address_validation: about(
      'Whether the address was checked; no outside service is asked.',
      nullable(
        object({
          mode: about('What you asked to do with the address; `disabled` by default.', mode),
          normalized_address: about(
            "The address in the postal service's spelling, which is the one you sent; null if validation is disabled.",
            nullable(address),
          ),
          result: about(
            'Whether the address can be delivered to: `indeterminate`, or null if validation was not requested.',
            nullable(oneOf('indeterminate', 'likely_deliverable', 'likely_undeliverable')),
          ),
        }),
      ),
    ),
    business_name: about('The name of the business at the address; null if it was not given.', nullable(text)),
    carrier: about('The carrier of the card; null until it is shipped.', nullable(oneOf('correos', 'dhl', 'fedex', 'royal_mail', 'usps'))),
    customs: about(
      'What customs declarations need; null if it was not given.',
      nullable(object({ eori_number: about("The recipient's EORI number, for shipments into the European Union.", nullable(text)) })),
    ),
    delivered_at: about('When the card was delivered, in Unix seconds; null until then.', nullable(timestamp)),
    eta: about('When the card is expected to arrive, in Unix seconds: 6, 2 or 1 days from the order, by service.', nullable(timestamp)),
    name: about('The name of the recipient on the parcel.', text),
    phone_number: about('The telephone number of the recipient; null if it was not given.', nullable(text)),
    require_signature: about('Whether the recipient signs for the card; by default for every service except `standard`.', nullable(flag)),
    service: about('How fast the card is sent: `standard`, the default, `express` or `priority`.', service),
    shipped_at: about('When the carrier received the card, in Unix seconds; null until then.', nullable(timestamp)),
    status: about(
      'The state of the shipment; a new one is `pending`.',
      initially('pending', nullable(oneOf('canceled', 'delivered', 'failure', 'pending', 'returned', 'shipped', 'submitted'))),
    ),
    tracking_number: about("The carrier's number for the parcel; null for a letter of the `standard` service.", nullable(text)),
    tracking_url: about('The address at which the parcel can be tracked; null without a tracking number.', nullable(text)),
    type: about('Whether the card is sent by itself or in one parcel with others.', type),
  }),
);

/** A shipment as it is kept. */
export type Shipping = NonNullable<typeof shipping.initial>;

/** What a merchant says of where a card is sent. */
export const shipping_input = object({
  address: about('The address to send the card to.', required(postal_input)),
  address_validation: about(
    'Whether the address is checked; no outside service is asked.',
    object({ mode: about('What to do with the address; addresses are stored as sent in every mode.', required(mode)) }),
  ),
  business_name: about('The name of the business at the address.', text),
  customs: about(
    'What customs declarations need.',
    object({
      eori_number: about("The recipient's EORI number, for shipments into the European Union; at most 40 characters.", textOf(40)),
    }),
  ),
  name: about('The name of the recipient on the parcel.', required(text)),
  phone_number: about('The telephone number of the recipient with its country code.', phone),
  require_signature: about('Whether the recipient signs for the card; by default for every service except `standard`.', flag),
  service: about('How fast the card is sent: `standard`, the default, takes 6 days, `express` 2 and `priority` 1.', service),
  type: about('Whether the card is sent by itself, the default, or in one parcel with others.', type),
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
