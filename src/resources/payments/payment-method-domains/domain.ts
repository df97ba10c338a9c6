import { about, type Field, initially, invalid, sometimes } from '../../../kernel/base/fields.js';
import { flag, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { replaced } from '../../parts.js';

/** The ways to pay that a page offers only on a registered domain. */
export const of_domain = ['amazon_pay', 'apple_pay', 'google_pay', 'klarna', 'link', 'paypal'] as const;

/** One of them. */
export type OfDomain = (typeof of_domain)[number];

const labels = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const named_wrongly = 'send the name of a public domain alone, such as shop.example.com, without a protocol, port or path';
const plain = textOf(253);

/** The name of a public domain, in lower case. */
export const domain_name: Field<string, string, 'optional'> = {
  ...plain,
  read: (value, at, reading) => {
    const name = plain.read(value, at, reading)?.toLowerCase();
    return name === undefined || labels.test(name) ? name : invalid(reading, at, `Invalid ${at}: ${named_wrongly}.`);
  },
};

const status = replaced(
  object({
    status: about('Whether pages of the domain can offer it.', oneOf('active', 'inactive')),
    status_details: about(
      'Why it is inactive; absent where it is active.',
      sometimes(object({ error_message: about('The reason, and what activates it.', text) })),
    ),
  }),
);

/** A domain whose pages offer wallets. */
export const paymentMethodDomain = resource({
  object: 'payment_method_domain',
  title: 'payment method domain',
  prefix: 'pmd',
  fields: {
    amazon_pay: about('The status of Amazon Pay on the domain.', status),
    apple_pay: about('The status of Apple Pay on the domain.', status),
    domain_name: about('The name of the domain; each subdomain is registered by itself.', domain_name),
    enabled: about('Whether the express buttons of Elements are shown on pages of the domain.', initially(true, flag)),
    google_pay: about('The status of Google Pay on the domain.', status),
    klarna: about('The status of Klarna on the domain.', status),
    link: about('The status of Link on the domain.', status),
    paypal: about('The status of PayPal on the domain.', status),
  },
  start: null,
  columns: ['domain_name', 'enabled'],
  unique: { domain_name: ({ domain_name: name }) => String(name) },
});

/** A domain as rules see it. */
export type PaymentMethodDomain = It<typeof paymentMethodDomain>;
