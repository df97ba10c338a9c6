import { about } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { flag, ref, textOf } from '../../../kernel/base/kinds.js';
import { currency } from '../../../kernel/base/money.js';
import { payableTypes, savedTypes } from '../../core/payment-method-types/types.js';
import { notOfferedBy, paymentMethodConfiguration } from '../payment-method-configurations/configuration.js';
import { paymentMethodDomain } from '../payment-method-domains/domain.js';
import { offeredOn } from '../payment-method-domains/offered-on.js';

/** A bound of the reads, above the number of domains and configurations of any merchant. */
const objects_max = 1000;

const open = handler(
  'GET /v1/elements/sessions',
  {
    currency: about('The currency of the payment; none for a page that only saves a payment method.', currency),
    merchant_host: about('The host of the page with the elements, such as `shop.example.com`.', textOf(255)),
    payment_method_configuration: about(
      'The configuration whose types are offered, in place of the default one.',
      ref('payment_method_configuration'),
    ),
    saves_payment_method: about('Whether the payment method is saved for later; only types that can be saved are offered then.', flag),
  },
  'Retrieve what elements offer',
  async ({ params, read, livemode, refuse }) => {
    const { payment_method_configuration: named } = params;
    const configurations = await read.newest(paymentMethodConfiguration, objects_max);
    // An account that is older than configurations has no default until its next payment with automatic types.
    const configuration = configurations.find(({ id, is_default }) => (named ? id === named : is_default)) ?? null;
    if (named && !configuration?.active)
      return refuse({
        code: 'resource_missing',
        status: 400,
        param: 'payment_method_configuration',
        message: `No active payment method configuration: '${named}'.`,
      });
    const domains = params.merchant_host ? await read.newest(paymentMethodDomain, objects_max) : [];
    const domain = domains.find(({ domain_name }) => domain_name === params.merchant_host?.toLowerCase()) ?? null;
    const off = configuration ? notOfferedBy(configuration) : [];
    const possible = params.currency ? payableTypes(params.currency, () => params.saves_payment_method === true) : savedTypes();
    return {
      object: 'elements_session',
      express_types: offeredOn({ livemode, domain, configuration }),
      livemode,
      payment_method_types: possible.filter((type) => !off.includes(type)),
    };
  },
  {
    about:
      'Returns the types of payment method and the express buttons that Elements offer on a page. It is called by the script of Elements.',
  },
);

/** The group of the request that the script of Elements sends. */
export const elements = [open] as const;
