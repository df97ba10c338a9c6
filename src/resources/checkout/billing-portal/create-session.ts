import { type Decision, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import { creation, rule } from '../../../kernel/base/rules.js';
import { session_member } from '../../accounts/account-links/answers.js';
import { subscription } from '../../billing/subscriptions/subscription.js';
import { portalConfiguration } from './configuration.js';
import { default_read, defaultMade } from './default-configuration.js';
import { flow_input } from './flow.js';
import { flowFrom, requireFlow } from './flow-from.js';
import { lasts, over, portalSession } from './session.js';

/** Makes a customer's way into the portal. Its address is for them alone. */
export const createSession = creation(portalSession, {
  takes: {
    ...pick(portalSession.fields, 'locale', 'on_behalf_of', 'return_url'),
    configuration: about(
      'The portal configuration to use; by default the default one, which is created if necessary.',
      ref('billing_portal.configuration'),
    ),
    customer: about('The customer who enters the portal.', required(ref('customer'))),
    flow_data: about("The one task that the session opens with, in place of the portal's home page.", flow_input),
  },
  reads: {
    ...default_read,
    configuration: portalConfiguration,
    to_cancel: one(subscription, 'flow_data.subscription_cancel.subscription'),
    to_pause: one(subscription, 'flow_data.subscription_pause.subscription'),
    to_update: one(subscription, 'flow_data.subscription_update.subscription'),
    to_confirm: one(subscription, 'flow_data.subscription_update_confirm.subscription'),
  },
  decide: ({ it, input, configuration: named, default: known, ...of }, asked): Decision => {
    const { flow_data, ...given } = input;
    const made = named || known ? null : defaultMade(asked);
    const configuration = named ?? known ?? made;
    if (!configuration?.active) return asked.refuse(inactive);
    if (flow_data) requireFlow(flow_data, { customer: given.customer, features: configuration.features, ...of }, asked);
    const session = set(it, {
      ...given,
      configuration: configuration.id,
      flow: flow_data ? flowFrom(flow_data) : null,
      opens_until: asked.now + lasts.unopened,
      return_url: given.return_url ?? configuration.default_return_url,
      url: asked.pageUrl('portal', it, it.id),
    });
    return [made, session];
  },
});

const inactive = {
  code: 'parameter_invalid',
  param: 'configuration',
  message: 'This configuration is not active. Activate it, or send another.',
} as const;

/** Opens a session: once, and before it expires. The visitor continues with its secret. */
export const open = rule(portalSession, 'open', {
  takes: session_member,
  decide: ({ it, input }, asked) => {
    if (it.opened || asked.now >= (it.opens_until ?? 0)) return asked.refuse(over);
    return set(it, { opened: true, session: asked.fingerprint(input.session), session_until: asked.now + lasts.used });
  },
});
