import { set } from '../../../kernel/base/effects.js';
import { pick } from '../../../kernel/base/members.js';
import { own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, on, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { switchedOff } from '../../accounts/accounts/taking.js';
import { notOfferedBy, offeringAllBut, paymentMethodConfiguration, preferences_input, withPreferences } from './configuration.js';

const { fields } = paymentMethodConfiguration;

const create = creation(paymentMethodConfiguration, {
  takes: { ...preferences_input, ...pick(fields, 'name') },
  decide: ({ it, input: { name, ...preferences } }) => set(it, { ...(name && { name }), ...withPreferences(preferences) }),
});

const stays_active: Refusal = {
  code: 'parameter_invalid',
  param: 'active',
  message: 'The default configuration is always active. Switch single types off with display_preference[preference]=off.',
};

/** The default configuration and the setting of the account are one state: a change of either is a change of both. */
const update = rule(paymentMethodConfiguration, 'update', {
  takes: { ...preferences_input, ...pick(fields, 'active', 'name') },
  reads: { owner: own(account) },
  decide: ({ it, input: { active, name, ...preferences }, owner }, asked) => {
    if (it.is_default && active === false) return asked.refuse(stays_active);
    const given = { ...(active !== undefined && { active }), ...(name && { name }) };
    const changed = set(it, { ...given, ...withPreferences(preferences) });
    const payments = { disabled_payment_method_types: notOfferedBy(changed) };
    return [changed, it.is_default && owner && set(owner, { settings: { payments } })];
  },
});

const follow = on(account, 'account.updated', paymentMethodConfiguration, {
  via: 'payment_method_configuration',
  decide: ({ it, by }) => set(it, offeringAllBut(switchedOff(by), it)),
});

/** The payment method configurations group. */
export const paymentMethodConfigurations = [
  action('POST /v1/payment_method_configurations', create, {
    about: 'Creates a payment method configuration. Types of payment method that are not named are offered.',
  }),
  action('POST /v1/payment_method_configurations/:id', update, {
    about:
      'Updates a payment method configuration. A change of the default one also changes `settings[payments][disabled_payment_method_types]` of the account.',
  }),
  follow,
  retrieve(paymentMethodConfiguration, 'GET /v1/payment_method_configurations/:id', {
    about: 'Retrieves a payment method configuration.',
  }),
  list(paymentMethodConfiguration, 'GET /v1/payment_method_configurations', pick(fields, 'active'), {
    about: 'Lists payment method configurations, newest first.',
    created: false,
  }),
] as const;
