import { set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one, own, unique } from '../../../kernel/base/reads.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { paymentMethodConfiguration } from '../payment-method-configurations/configuration.js';
import { domain_name, paymentMethodDomain } from './domain.js';
import { statusesOf } from './offered-on.js';

const { fields } = paymentMethodDomain;

const reads = { owner: own(account), offered: one(paymentMethodConfiguration, 'owner.payment_method_configuration') } as const;

const create = creation(paymentMethodDomain, {
  takes: {
    ...pick(fields, 'enabled'),
    domain_name: about('The name of the domain, such as `shop.example.com`, without a protocol or a path.', {
      ...required(domain_name),
      schema: { ...domain_name.schema, examples: ['shop.example.com'] },
    }),
  },
  reads: { ...reads, holder: unique(paymentMethodDomain, { by: 'domain_name', of: 'domain_name' }) },
  decide: ({ it, input, holder, offered }, asked) => {
    if (!holder) return set(it, { ...input, ...statusesOf(asked.livemode, offered) });
    const message = `The domain ${input.domain_name} is registered already as ${holder.id}. Update or validate that.`;
    return asked.refuse({ code: 'resource_already_exists', param: 'domain_name', message });
  },
});

const update = rule(paymentMethodDomain, 'update', { takes: pick(fields, 'enabled'), decide: ({ it, input }) => set(it, input) });

const validate = rule(paymentMethodDomain, 'validate', {
  reads,
  decide: ({ it, offered }, asked) => set(it, statusesOf(asked.livemode, offered)),
});

/** The payment method domains group. */
export const paymentMethodDomains = [
  action('POST /v1/payment_method_domains', create, {
    about: 'Registers a domain, whose pages can then show the express buttons of Elements.',
  }),
  action('POST /v1/payment_method_domains/:id', update, {
    about: 'Enables or disables a domain. On pages of a disabled domain, Elements show no express buttons.',
  }),
  action('POST /v1/payment_method_domains/:id/validate', validate, {
    about:
      'Checks again which ways to pay are active on a domain, by the mode and the default payment method configuration. No request is sent to the domain.',
  }),
  retrieve(paymentMethodDomain, 'GET /v1/payment_method_domains/:id', {
    about: 'Retrieves a domain with the status of each way to pay.',
  }),
  list(
    paymentMethodDomain,
    'GET /v1/payment_method_domains',
    {
      domain_name: about('Only the domain with this name.', domain_name),
      enabled: about('Only domains that are enabled, or that are not.', flag),
    },
    { about: 'Lists domains, newest first.', created: false },
  ),
] as const;
