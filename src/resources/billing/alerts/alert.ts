import { about, internal, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { many } from '../../../kernel/base/reads.js';
import { type It, resource } from '../../../kernel/base/resource.js';

/** Whose usage an alert watches. */
const filter = object({
  customer: about('The customer whose usage is watched.', required(ref('customer'))),
  type: about('The kind of filter; `customer` is the only one.', required(oneOf('customer'))),
});

/** The meter that an alert watches, and the usage from which it triggers. */
export const usage_threshold = about(
  'The usage of a meter from which the alert triggers.',
  object({
    filters: about('The customer whose usage is watched; every customer without a filter.', nullable(listOf(filter, 1))),
    gte: about('The usage from which the alert triggers, above 0.', required(integer({ minimum: 1 }))),
    meter: about('The meter whose usage is watched.', required(ref('billing.meter'))),
    recurrence: about('How often the alert triggers: `one_time`, which is once for each customer.', required(oneOf('one_time'))),
  }),
);

/** A notification of the usage of customers. */
export const alert = resource({
  object: 'billing.alert',
  title: 'alert',
  prefix: 'alrt',
  fields: {
    alert_type: about('What the alert watches: `usage_threshold`.', oneOf('usage_threshold')),
    /** The meter, so that the alerts of a meter can be read. */
    meter: internal(ref('billing.meter')),
    /** It has triggered for its only customer. */
    spent: internal(flag),
    /** For how many customers it has triggered. */
    times: internal(integer()),
    title: about('The name of the alert for your own use, up to 256 characters.', textOf(256)),
    usage_threshold: about('The usage of a meter from which the alert triggers.', nullable(usage_threshold)),
  },
  start: { active: null },
  states: { active: { inactive: null, archived: null }, inactive: { active: null, archived: null }, archived: {} },
  unexpected: 'alert_unexpected_state',
  columns: ['alert_type', 'meter', 'status'],
});

/** An alert as rules see it. */
export type Alert = It<typeof alert>;

/** The maximum of active alerts of a meter: each of its events reads them. */
export const alerts_max = 100;

/** The active alerts of a meter. */
export const activeAlertsOf = <const P extends string>(of: P) =>
  many(alert, { by: 'meter', of, where: { status: 'active' }, at_most: alerts_max, cut: true });

/** Whether an alert has yet to watch the usage of a customer. */
export function concerns({ spent, usage_threshold }: Alert, customer: string | undefined): boolean {
  const [only] = usage_threshold?.filters ?? [];
  return !spent && (only === undefined || only.customer === customer);
}
