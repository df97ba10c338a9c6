import { handler, type Reader } from '../../../kernel/base/handler.js';
import type { It } from '../../../kernel/base/resource.js';
import { payout } from '../../money/payouts/payout.js';
import { charge } from '../../payments/charges/charge.js';
import { type AccountSession, accountSession } from './account-session.js';
import { ended } from './frames.js';

/** How many payouts and payments are shown. */
const shown_max = 20;

const merchants = { available: 'merchant_available', pending: 'merchant_pending' } as const;

/** What the account holds and its newest movements, as far as a component of the session shows them; amounts in minor units. */
export type Overview = Awaited<ReturnType<typeof overviewOf>>;

async function overviewOf(read: Reader, { components: { balances, payments, payouts, payouts_list } }: AccountSession) {
  const sees_funds = balances.enabled || payouts.enabled;
  const [held, moved, paid] = await Promise.all([
    sees_funds ? read.balances(Object.values(merchants)) : [],
    sees_funds || payouts_list.enabled ? read.newest(payout, shown_max) : [],
    payments.enabled ? read.newest(charge, shown_max) : [],
  ]);
  const of = (name: string) => held.filter((each) => each.name === name).map(({ amount, currency }) => ({ amount, currency }));
  return {
    object: 'account_session.overview',
    balance: { available: of(merchants.available), pending: of(merchants.pending) },
    payments: paid.map(paymentOf),
    payouts: moved.map(payoutOf),
  };
}

// Charges that are older than a member lack it.
const paymentOf = ({ description = null, source_transfer = null, payment_intent = null, ...it }: It<typeof charge>) => ({
  ...{ id: it.id, amount: it.amount, amount_refunded: it.amount_refunded, created: it.created, currency: it.currency },
  ...{ description, source_transfer, status: it.status, captured: it.captured, payment_intent, refunded: it.refunded },
});

const payoutOf = ({ id, amount, arrival_date, created, currency, status }: It<typeof payout>) => ({
  ...{ id, amount, arrival_date, created, currency, status },
});

/** Shows a frame the balance and the movements of the account. */
export const overview = handler(
  'POST /v1/accounts/:account/account_sessions/:id/overview',
  {},
  'Retrieve the overview of the account of an account session',
  async ({ path: { id = '' }, read, now, refuse }) => {
    const session = (await read.find(accountSession, id)) as AccountSession | null;
    if (!session) return refuse({ code: 'resource_missing', param: 'id', message: `No such account_session: '${id}'` });
    if (now >= session.expires_at) return refuse(ended);
    return overviewOf(read, session);
  },
  {
    about: 'Returns the balances, the newest payments and the newest payouts that the components of the session show, 20 of each at most.',
  },
);
