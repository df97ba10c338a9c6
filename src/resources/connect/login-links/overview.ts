import { handler, type Reader } from '../../../kernel/base/handler.js';
import type { It } from '../../../kernel/base/resource.js';
import { session_member } from '../../accounts/account-links/answers.js';
import { payout } from '../../money/payouts/payout.js';
import { charge } from '../../payments/charges/charge.js';
import { type LoginLink, loginLink } from './login-link.js';
import { isWith, over } from './session.js';

/** How many payouts and payments are shown. */
const shown_max = 20;

/** The ledger accounts on the page, by their names there. */
const merchants = { available: 'merchant_available', pending: 'merchant_pending' } as const;

/** What the account of a login link holds, and its newest movements; amounts in minor units. */
export type Overview = Awaited<ReturnType<typeof overviewOf>>;

async function overviewOf(read: Reader) {
  const [balances, payouts, payments] = await Promise.all([
    read.balances(Object.values(merchants)),
    read.newest(payout, shown_max),
    read.newest(charge, shown_max),
  ]);
  const of = (name: string) => balances.filter((each) => each.name === name).map(({ amount, currency }) => ({ amount, currency }));
  return {
    object: 'login_link.overview',
    balance: { available: of(merchants.available), pending: of(merchants.pending) },
    payments: payments.map(paymentOf),
    payouts: payouts.map(payoutOf),
  };
}

// Charges that are older than a member lack it.
const paymentOf = ({ description = null, source_transfer = null, ...it }: It<typeof charge>) => ({
  ...{ id: it.id, amount: it.amount, amount_refunded: it.amount_refunded, created: it.created, currency: it.currency },
  ...{ description, source_transfer, status: it.status },
});

const payoutOf = ({ id, amount, arrival_date, created, currency, status }: It<typeof payout>) => ({
  ...{ id, amount, arrival_date, created, currency, status },
});

/** Shows the visitor of a link the balance and the movements of the account. */
export const overview = handler(
  'POST /v1/accounts/:account/login_links/:id/overview',
  session_member,
  'Retrieve the overview of the account of a login link',
  async ({ params: { session }, path: { id = '' }, read, now, refuse }) => {
    const link = (await read.find(loginLink, id)) as LoginLink | null;
    if (!link) return refuse({ code: 'resource_missing', param: 'id', message: `No such login_link: '${id}'` });
    if (!isWith(link, read.fingerprint(session), now)) return refuse(over);
    return overviewOf(read);
  },
  { about: 'Returns the balances of the account with its 20 newest payments and payouts, for the page of a login link.' },
);
