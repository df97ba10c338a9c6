import { set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { one } from '../../../kernel/base/reads.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { meter } from '../../catalogue/meters/meter.js';
import { customer } from '../../customers/customers/customer.js';
import { activeAlertsOf, alert, alerts_max, usage_threshold } from './alert.js';
import { goneWithCustomer, watch } from './watch.js';

const too_many = {
  code: 'parameter_invalid',
  param: 'usage_threshold[meter]',
  message: `The meter has ${alerts_max} active alerts, which is the maximum. Deactivate or archive one of them first.`,
} as const;

/** Watches the usage of a meter from now on. */
export const create = creation(alert, {
  takes: {
    alert_type: about('What the alert watches; send `usage_threshold`.', required(oneOf('usage_threshold'))),
    title: required(alert.fields.title),
    usage_threshold: required(usage_threshold),
  },
  reads: {
    meter: one(meter, 'usage_threshold.meter'),
    customers: one(customer, 'usage_threshold.filters.customer'),
    alerts: activeAlertsOf('usage_threshold.meter'),
  },
  decide: ({ it, input, meter: counted, alerts }, asked) => {
    const param = 'usage_threshold[meter]';
    const { meter: id } = input.usage_threshold;
    if (!counted) return asked.refuse({ code: 'resource_missing', status: 400, param, message: `No such billing.meter: '${id}'` });
    if (counted.status === 'inactive') return asked.refuse({ code: 'archived_meter', param });
    if (alerts.length >= alerts_max) return asked.refuse(too_many);
    return set(it, { status: 'active', ...input, meter: counted.id });
  },
});

/** Activates an alert: it counts the usage of the time when it was inactive. */
export const activate = rule(alert, 'activate', {
  from: ['inactive'],
  reads: { alerts: activeAlertsOf('meter') },
  decide: ({ it, alerts }, asked) =>
    alerts.length < alerts_max ? set(it, { status: 'active' }) : asked.refuse({ ...too_many, param: 'id' }),
});

/** Pauses an alert until it is activated. */
export const deactivate = rule(alert, 'deactivate', { from: ['active'], decide: ({ it }) => set(it, { status: 'inactive' }) });

/** Ends an alert; an archived alert cannot be activated. */
export const archive = rule(alert, 'archive', { from: ['active', 'inactive'], decide: ({ it }) => set(it, { status: 'archived' }) });

/** The billing alerts group. */
export const billingAlerts = [
  action('POST /v1/billing/alerts', create, {
    about:
      'Creates an alert, which triggers once for each customer whose usage since then reaches the threshold. Each time `billing.alert.triggered` is sent.',
  }),
  action('POST /v1/billing/alerts/:id/activate', activate, {
    about: 'Activates an inactive alert; usage from the meantime counts, and triggers it with the next event.',
  }),
  action('POST /v1/billing/alerts/:id/deactivate', deactivate, { about: 'Deactivates an alert, so that it does not trigger.' }),
  action('POST /v1/billing/alerts/:id/archive', archive, { about: 'Archives an alert for good, so that it does not trigger.' }),
  retrieve(alert, 'GET /v1/billing/alerts/:id', { about: 'Retrieves an alert.' }),
  list(
    alert,
    'GET /v1/billing/alerts',
    {
      alert_type: about('Only alerts of this type.', oneOf('usage_threshold')),
      meter: about('Only alerts that watch this meter.', ref('billing.meter')),
    },
    { about: 'Lists alerts, newest first.', created: false },
  ),
  goneWithCustomer,
  watch,
] as const;
