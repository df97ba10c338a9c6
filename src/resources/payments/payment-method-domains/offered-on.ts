import type { PaymentMethodConfiguration } from '../payment-method-configurations/configuration.js';
import { type OfDomain, of_domain, type PaymentMethodDomain } from './domain.js';

const wallets: readonly OfDomain[] = ['apple_pay', 'google_pay'];

const without_contract = 'A wallet in live mode needs a contract of the processor with it. Offer it in test mode.';

const switchedOff = (type: OfDomain): string =>
  `The default payment method configuration has switched ${type} off. Switch it on with ${type}[display_preference][preference]=on, then validate the domain.`;

function reasonOf(type: OfDomain, livemode: boolean, configuration: PaymentMethodConfiguration | null): string | null {
  if (livemode && wallets.includes(type)) return without_contract;
  return configuration?.[type].display_preference.value === 'off' ? switchedOff(type) : null;
}

/** The status of each way to pay on a domain, by the mode and the default configuration of its account. */
export function statusesOf(livemode: boolean, configuration: PaymentMethodConfiguration | null) {
  const each = of_domain.map((type) => {
    const error_message = reasonOf(type, livemode, configuration);
    const status =
      error_message === null ? { status: 'active' as const } : { status: 'inactive' as const, status_details: { error_message } };
    return [type, status] as const;
  });
  return Object.fromEntries(each) as Record<OfDomain, (typeof each)[number][1]>;
}

type Page = {
  readonly livemode: boolean;
  readonly domain: PaymentMethodDomain | null;
  readonly configuration: PaymentMethodConfiguration | null;
};

/**
 * The express buttons that a page may show: those that the configuration offers and that are active on its domain. A page of test mode needs no
 * registered domain.
 */
export function offeredOn({ livemode, domain, configuration }: Page): readonly OfDomain[] {
  if (domain ? !domain.enabled : livemode) return [];
  const statuses = statusesOf(livemode, configuration);
  return of_domain.filter((type) => statuses[type].status === 'active' && domain?.[type].status !== 'inactive');
}
