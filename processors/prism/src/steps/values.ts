import prism from 'hyperswitch-prism';
import type { Response } from '../library.js';
import type { Kept } from '../store.js';

const { Currency, CountryAlpha2 } = prism.types;

/** A text member of the library's messages that it keeps out of its logs. */
export const secret = (value: unknown): { value: string } | undefined =>
  typeof value === 'string' && value !== '' ? { value } : undefined;

/** An amount in minor units, as the library has it. */
export const money = (amount: number, currency: string): object => ({
  minorAmount: amount,
  currency: Currency[currency.toUpperCase() as keyof typeof Currency] ?? Currency.CURRENCY_UNSPECIFIED,
});

/** A number of a response, which may be of 64 bits. */
export const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return value;
  const long = value as { toNumber?: () => number } | null;
  return typeof long?.toNumber === 'function' ? long.toNumber() : null;
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** A name in two parts, because connectors want both. */
const namesOf = (name: string | undefined): [string | undefined, string | undefined] => {
  const [first, ...others] = (name ?? '').split(' ').filter((part) => part !== '');
  return [first, others.join(' ') || first];
};

/** The payer's address and contact, from the billing details of a payment method. */
export function addressOf(billing: Readonly<Record<string, unknown>> | null | undefined): object {
  const address = (billing?.address ?? {}) as Readonly<Record<string, unknown>>;
  const [first, last] = namesOf(textOf(billing?.name));
  const country = CountryAlpha2[String(address.country ?? '').toUpperCase() as keyof typeof CountryAlpha2];
  return {
    billingAddress: {
      firstName: secret(first),
      lastName: secret(last),
      line1: secret(address.line1),
      line2: secret(address.line2),
      city: secret(address.city),
      state: secret(address.state),
      zipCode: secret(address.postal_code),
      ...(country !== undefined && { countryAlpha2Code: country }),
      email: secret(billing?.email),
      phoneNumber: secret(billing?.phone),
    },
  };
}

/** The opaque members that later requests about a payment must contain. */
export const carried = ({ feature_data, state }: Kept): object => ({
  ...(feature_data && { connectorFeatureData: { value: feature_data } }),
  ...(state && { state }),
});

/** What a response leaves for later requests. */
export function keptOf(response: Response): Kept {
  const { connectorFeatureData, state, mandateReference, networkTransactionId } = response as {
    connectorFeatureData?: { value?: string };
    state?: { connectorCustomerId?: string };
    mandateReference?: { connectorMandateId?: { connectorMandateId?: string } };
    networkTransactionId?: string;
  };
  const mandate = textOf(mandateReference?.connectorMandateId?.connectorMandateId);
  const network_transaction = textOf(networkTransactionId);
  return {
    ...(connectorFeatureData?.value && { feature_data: connectorFeatureData.value }),
    ...(state?.connectorCustomerId && { state: { connectorCustomerId: state.connectorCustomerId } }),
    ...(mandate && { mandate }),
    ...(network_transaction && { network_transaction }),
  };
}
