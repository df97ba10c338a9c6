import { decimalNumber } from '../../../kernel/base/decimal.js';
import { about, internal } from '../../../kernel/base/fields.js';
import { ref, text } from '../../../kernel/base/kinds.js';
import { resource } from '../../../kernel/base/resource.js';
import { snapshotOf } from '../../snapshot.js';
import { alert } from './alert.js';

/** That an alert has triggered for a customer; its event shows it. */
export const alertTriggered = resource({
  object: 'billing.alert_triggered',
  title: 'triggered alert',
  prefix: 'alrttrig',
  fields: {
    alert: about('The alert, as it was when it triggered.', snapshotOf(alert)),
    customer: about('The customer whose usage reached the threshold.', ref('customer')),
    /** The alert and the customer: no other object may have both. */
    key: internal(text),
    value: about('The usage that triggered the alert.', decimalNumber()),
  },
  start: 'billing.alert.triggered',
  columns: ['customer'],
  removable: true,
  unique: { key: ({ key }) => (typeof key === 'string' ? key : null) },
});
