import { type Decision, remove, run } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import { rule } from '../../../kernel/base/rules.js';
import { session_member } from '../../accounts/account-links/answers.js';
import { customer as customers } from '../../customers/customers/customer.js';
import { update } from '../../customers/customers/index.js';
import { createOfCustomer, number_input } from '../../customers/tax-ids/index.js';
import { taxId } from '../../customers/tax-ids/tax-id.js';
import { portalSession } from './session.js';
import { forbidden, notTheirs, requireVisitor, used, visit_reads } from './visit.js';

const numbers_max = 5;

/** Which permission each of them takes. */
const permissions = {
  address: 'address',
  email: 'email',
  name: 'name',
  phone: 'phone',
  shipping: 'shipping',
  tax_id: 'tax_id',
  tax_ids_deleted: 'tax_id',
} as const;

/** Changes what a customer says of themselves, as far as the merchant lets them. */
export const tell = rule(portalSession, 'change the customer of', {
  takes: {
    ...session_member,
    ...pick(customers.fields, 'address', 'email', 'name', 'phone', 'shipping'),
    tax_id: about('A tax id to add to the customer.', object(number_input)),
    tax_ids_deleted: about("The customer's tax ids to delete, at most 5.", listOf(ref('tax_id'), numbers_max)),
  },
  reads: { ...visit_reads, deleted: one(taxId, 'tax_ids_deleted') },
  decide: ({ it, input, configuration, customer, deleted }, asked): Decision => {
    requireVisitor(it, input, asked);
    const { session: _, tax_id, tax_ids_deleted = [], ...given } = input;
    const { allowed_updates, enabled } = configuration.features.customer_update;
    const names = Object.keys(permissions) as (keyof typeof permissions)[];
    const denied = names.find((name) => input[name] !== undefined && !(enabled && allowed_updates.includes(permissions[name])));
    if (denied) return asked.refuse({ ...forbidden(`change their ${permissions[denied]}`), param: denied });
    const other = tax_ids_deleted.find((id) => deleted?.get(id)?.customer !== it.customer);
    if (other) return asked.refuse(notTheirs('tax_id', other));
    return [
      used(it, asked),
      Object.keys(given).length > 0 && run(update, customer, given),
      (deleted?.all ?? []).map(remove),
      tax_id && run(createOfCustomer, asked.fresh(taxId), { customer: customer.id, ...tax_id }),
    ];
  },
});
