import { handler, type Reader } from '../../../kernel/base/handler.js';
import type { AnyResource } from '../../../kernel/base/resource.js';
import { session_member } from '../../accounts/account-links/answers.js';
import { payout } from '../../money/payouts/payout.js';
import { charge } from '../../payments/charges/charge.js';
import { type LoginLink, loginLink } from './login-link.js';
import { isWith, over } from './session.js';

/** How many payouts and payments are shown. */
const shown_max = 20;

/** The ledger accounts on the page, by their names there. */
const merchants = { available: 'merchant_available', pending: 'merchant_pending' } as const;

type Names = readonly string[];

const payout_members: Names = ['id', 'amount', 'arrival_date', 'created', 'currency', 'status'];
const payment_members: Names = ['id', 'amount', 'amount_refunded', 'created', 'currency', 'description', 'source_transfer', 'status'];

/** The newest objects of a kind, of each what is named and nothing else. */
async function newest(read: Reader, resource: AnyResource, names: Names): Promise<object[]> {
  const all = await read.newest(resource, shown_max);
  return all.map((each) => Object.fromEntries(names.map((name) => [name, each[name] ?? null])));
}

/** Shows the visitor of a link the balance and the movements of the account. */
export const overview = handler(
  'POST /v1/accounts/:account/login_links/:id/overview',
  session_member,
  'Tell what the account of a login link holds',
  async ({ params: { session }, path: { id = '' }, read, now, refuse }) => {
    const link = (await read.find(loginLink, id)) as LoginLink | null;
    if (!link) return refuse({ code: 'resource_missing', param: 'id', message: `No such login_link: '${id}'` });
    if (!isWith(link, read.fingerprint(session), now)) return refuse(over);
    const [balances, payouts, payments] = await Promise.all([
      read.balances(Object.values(merchants)),
      newest(read, payout, payout_members),
      newest(read, charge, payment_members),
    ]);
    const of = (name: string): object[] =>
      balances.filter((each) => each.name === name).map(({ amount, currency }) => ({ amount, currency }));
    return {
      object: 'login_link.overview',
      balance: { available: of(merchants.available), pending: of(merchants.pending) },
      payments,
      payouts,
    };
  },
);
