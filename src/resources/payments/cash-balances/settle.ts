import { remove, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import { creation } from '../../../kernel/base/rules.js';
import { customer } from '../../customers/customers/customer.js';
import { cashBalance, merchant_default } from './cash-balance.js';

const takes = {
  settings: about(
    'How incoming transfers are used.',
    object({
      reconciliation_mode: about(
        'Whether incoming transfers pay waiting payments by themselves (`automatic`) or only by a request of yours (`manual`); `merchant_default` is automatic.',
        oneOf('automatic', 'manual', 'merchant_default'),
      ),
    }),
  ),
} as const;

/** The same where it is said of a customer. */
export const cash_balance_input = object(takes);

/** Changes the settings of a cash balance, and keeps its funds. */
export const settle = creation(cashBalance, {
  takes: { ...takes, customer: about('The customer whose cash balance it is.', required(ref('customer'))) },
  reads: { customer, cash: one(cashBalance, 'customer.cash_balance') },
  decide: ({ it, input: { settings = {} }, customer: owner, cash }, asked) => {
    if (!owner) return asked.refuse({ code: 'resource_missing', param: 'customer' });
    const { reconciliation_mode: mode } = settings;
    const said = mode === 'merchant_default' ? merchant_default : mode && { reconciliation_mode: mode, using_merchant_default: false };
    const available = cash?.available ?? null;
    const made = set(it, { available, customer: owner.id, settings: said ?? cash?.settings ?? merchant_default });
    return [cash && remove(cash), made, set(owner, { cash_balance: made.id }, null)];
  },
});
