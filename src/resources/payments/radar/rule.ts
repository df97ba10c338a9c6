import { about, initially, nullable } from '../../../kernel/base/fields.js';
import { flag, metadata, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { conditions, rule_actions } from '../../core/radar/rule-fields.js';

/** A rule that decides about payments before their processor is asked, or about its answer. */
export const radarRule = resource({
  object: 'radar.rule',
  title: 'rule',
  prefix: 'ssr',
  fields: {
    action: about(
      'What the rule does with a payment: requests 3D Secure (`request_three_d_secure`), keeps later rules from applying (`allow`), declines it (`block`), or opens a review once it has succeeded (`review`).',
      oneOf(...rule_actions),
    ),
    conditions,
    enabled: about('Whether the rule applies to payments.', initially(true, flag)),
    metadata,
    name: about('Your name of the rule, up to 100 characters.', nullable(textOf(100))),
    predicate: about('The conditions in words, as `outcome.rule` of a charge shows them.', text),
  },
  start: null,
  removable: true,
});

/** A rule as other rules see it. */
export type RadarRule = It<typeof radarRule>;
