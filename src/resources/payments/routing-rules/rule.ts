import { about, initially, nullable } from '../../../kernel/base/fields.js';
import { flag, metadata, text, textOf } from '../../../kernel/base/kinds.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { conditions, percentages, priority, processor_names } from '../../core/routing/rule-fields.js';

/** A rule of an account that chooses the processors of its payments. */
export const routingRule = resource({
  object: 'routing_rule',
  title: 'routing rule',
  prefix: 'rtr',
  fields: {
    conditions,
    enabled: about('Whether the rule applies to payments.', initially(true, flag)),
    metadata,
    name: about('Your name of the rule, up to 100 characters.', nullable(textOf(100))),
    percentages: about(
      'How much of the volume each of the processors is asked first for, in percent and in the order of `processors`; null if the first one is always asked first.',
      nullable(percentages),
    ),
    predicate: about('The conditions in words; empty if the rule applies to every payment.', text),
    priority: about(
      'When the rule is compared: those with lower numbers first, and of equal ones the oldest. The first that applies decides.',
      priority,
    ),
    processors: about(
      'The names of the processors in the order in which they are asked: the next one if one was certainly not reached.',
      processor_names,
    ),
  },
  start: null,
  removable: true,
});

/** A routing rule as other rules see it. */
export type RoutingRule = It<typeof routingRule>;
