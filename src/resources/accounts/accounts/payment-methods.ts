import { handler } from '../../../kernel/base/handler.js';
import { filled } from '../../../kernel/base/members.js';
import { chargeBounds } from '../../../kernel/base/money.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import type { It } from '../../../kernel/base/resource.js';
import { type MethodType, types } from '../../core/payment-method-types/types.js';
import { account } from './account.js';
import { switchedOff } from './taking.js';

/** A type as an account has it: whether payers can pay by it, in which currencies, from where, how much, and what can follow. */
function shown(type: MethodType, off: readonly MethodType[]) {
  const { currencies, countries, delayed, limits, manual_capture, refunds, saved } = types[type];
  return {
    id: type,
    object: 'account_payment_method',
    countries,
    currencies,
    delayed,
    enabled: !off.includes(type),
    limits: Object.entries(limits).map(([currency, own]) => ({ currency, ...chargeBounds(currency), ...own })),
    manual_capture,
    refunds,
    saved,
    type,
  };
}

/** What an account may be paid by. Each type is switched off and on by `settings[payments][disabled_payment_method_types]` of the account. */
export const accountPaymentMethods = handler(
  'GET /v1/accounts/:account/payment_methods',
  paging,
  'List the payment methods of an account',
  async ({ params: { limit, starting_after, ending_before }, read, account: id }) => {
    const owner = await read.find(account, id);
    const off = owner ? switchedOff(filled(account.fields, owner) as It<typeof account>) : [];
    const all = (Object.keys(types) as MethodType[]).map((type) => shown(type, off));
    return pageOf(all, `/v1/accounts/${id}/payment_methods`, { limit, starting_after, ending_before });
  },
  {
    about:
      'Lists the types of payment method of an account: in which currencies and countries each works, its limits, and whether it is enabled.',
  },
);
