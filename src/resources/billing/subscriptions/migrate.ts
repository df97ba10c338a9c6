import { set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { rule } from '../../../kernel/base/rules.js';
import { live } from './cancel.js';
import { subscription } from './subscription.js';

/** From now on a subscription is billed in flexible mode; there is no way back. */
export const migrate = rule(subscription, 'migrate', {
  from: live,
  takes: {
    billing_mode: about(
      'The mode to migrate to.',
      required(
        object({
          flexible: about(
            'Settings of flexible mode.',
            object({
              proration_discounts: about(
                'Whether prorations contain their discounts (`included`, the default) or show them separately (`itemized`).',
                oneOf('included', 'itemized'),
              ),
            }),
          ),
          type: about('Send `flexible`; there is no way back to `classic`.', required(oneOf('flexible'))),
        }),
      ),
    ),
  },
  decide: ({ it, input: { billing_mode } }, asked) => {
    const { proration_discounts = 'included' } = billing_mode.flexible ?? {};
    return set(it, { billing_mode: { type: 'flexible', flexible: { proration_discounts }, updated_at: asked.now } });
  },
});
