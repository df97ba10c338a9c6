import { type Effects, remove, run, set } from '../../../kernel/base/effects.js';
import { compare, exactOf } from '../../../kernel/base/exact.js';
import { required } from '../../../kernel/base/fields.js';
import { ref, text } from '../../../kernel/base/kinds.js';
import { day } from '../../../kernel/base/moments.js';
import { unique, usage } from '../../../kernel/base/reads.js';
import { consequence, on, timer } from '../../../kernel/base/rules.js';
import { type Meter, meter } from '../../catalogue/meters/meter.js';
import { type MeterEvent, meterEvent } from '../../catalogue/meters/meter-event.js';
import { type Customer, customer } from '../../customers/customers/customer.js';
import { type Alert, activeAlertsOf, alert, concerns } from './alert.js';
import { alertTriggered } from './triggered.js';

/** Notifies of the usage of a customer, once. */
const trigger = consequence(alert, 'trigger', {
  from: ['active'],
  takes: { customer: required(ref('customer')), key: required(text), value: required(text) },
  reads: { triggered: unique(alertTriggered, { by: 'key', of: 'key' }) },
  decide: ({ it, input: { customer, key, value }, triggered }, { make }): Effects => {
    if (triggered) return null;
    const is_only = (it.usage_threshold?.filters ?? []).length > 0;
    const shown: Alert = { ...it, ...{ meter: undefined, spent: undefined, times: undefined } };
    return [
      // Each change of the alert excludes the others, so that of two checks at once the later one finds that the alert has triggered.
      set(it, { spent: is_only, times: (it.times ?? 0) + 1 }, null),
      make(alertTriggered, { alert: shown, customer, key, value: Number(value) }),
    ];
  },
});

/** Deleting a customer deletes the records of alerts that triggered for them. */
export const goneWithCustomer = on(customer, 'customer.deleted', alertTriggered, { each: 'customer', decide: ({ it }) => remove(it) });

type Seen = {
  readonly it: MeterEvent;
  readonly meter: Meter | null;
  readonly customer: Customer | null;
  readonly alerts: readonly Alert[];
};

/** The usage since an alert was created. A test clock has other times than its account, so all of its usage counts. */
const askedOf = ({ it, meter, customer, alerts }: Seen) =>
  alerts
    .filter((each) => concerns(each, it.customer))
    .map(({ id, created }) => ({
      key: id,
      of: meter?.id ?? '',
      customer: it.customer ?? '',
      formula: meter?.default_aggregation.formula ?? ('sum' as const),
      start: customer?.test_clock ? 0 : created,
      end: it.timestamp + day,
    }));

/**
 * Checks the alerts of a meter after an event was stored: events of one customer do not wait for each other, and the check after the last of them
 * sees all.
 */
export const watch = timer(meterEvent, 'alerts', {
  reads: { meter, customer, alerts: activeAlertsOf('meter'), used: usage(askedOf) },
  decide: ({ it, used, ...seen }) =>
    askedOf({ it, ...seen }).map(({ key: id, customer }): Effects => {
      const [reached, value] = [seen.alerts.find((each) => each.id === id), used.get(id)];
      const { gte } = reached?.usage_threshold ?? {};
      if (!reached || gte === undefined || compare(exactOf(value), exactOf(String(gte))) < 0) return null;
      return it.customer && run(trigger, reached, { customer: it.customer, key: `${id} ${customer}`, value });
    }),
});
