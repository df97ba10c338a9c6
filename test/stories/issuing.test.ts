import { afterAll, beforeAll, expect } from 'vitest';
import { jenny } from '../support/issued.js';
import { type Answered, type Delivery, type Receiver, startReceiver } from '../support/receiver.js';
import { silence } from '../support/silence.js';
import { onBothRoads, tell } from '../support/story.js';

/** The next answer of the merchant's server. */
const answers: Answered[] = [];

const { wait, silent } = silence();
const record = onBothRoads({ FLORIN_WEBHOOK_ALLOW: '127.0.0.0/8' }, { wait });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(() => answers.shift() ?? silent());
});
afterAll(() => receiver.stop());

const says = (decision: object): void => void answers.push({ status: 200, body: JSON.stringify(decision) });

const shown = ['id', 'status', 'approved', 'amount', 'request_history.amount', 'request_history.approved', 'request_history.reason'];
const of_card = ['id', 'status', 'type', 'currency', 'spending_controls.blocked_categories', 'spending_controls.spending_limits'];
const settled = [...shown, 'transactions.id', 'transactions.type', 'transactions.amount', 'transactions.balance_transaction'];
const of_money = { shown: ['data.id', 'data.type', 'data.amount', 'data.source'] };

/** The members of a request that a decision depends on. */
function asked({ body, ...delivery }: Delivery): Delivery {
  const { data, type, id } = JSON.parse(body);
  const { id: authorization, amount, approved, merchant_data, pending_request, status } = data.object;
  const { category, name } = merchant_data;
  const object = { id: authorization, amount, approved, status, merchant_data: { category, name }, pending_request };
  return { ...delivery, body: JSON.stringify({ id, type, data: { object } }) };
}

record('an issued card, decided in real time', async (service) => {
  const path = `/decide/${service.port}`;
  const opening = {
    name: 'issued-card',
    title: 'An issued card, decided in real time',
    introduction: [
      'A company issues a card to an employee. At each purchase its endpoint is asked, and has two seconds to answer: yes, no, or a',
      "timeout, which counts as the default in the account's settings. Purchases that the card's own limits forbid are declined unasked.",
    ],
  } as const;
  const story = tell(service, opening, { [receiver.url(path)]: 'http://localhost:3000/decide', [path]: '/decide' });
  story.step('Fund the balance that cards spend from', 'The balance of issued cards is separate from the one of payments and payouts.');
  await story.post(
    '/v1/test_helpers/top_ups',
    { amount: 50_000, currency: 'usd', destination_balance: 'issuing' },
    { shown: ['id', 'status', 'amount', 'destination_balance'] },
  );
  story.step('Issue a card', 'It may spend 300 dollars a day, and nothing on gambling.');
  const { body: holder } = await story.post('/v1/issuing/cardholders', jenny, { shown: ['id', 'status', 'name'] });
  const spending_controls = { spending_limits: [{ amount: 30_000, interval: 'daily' }], blocked_categories: ['betting_casino_gambling'] };
  const issuing = { cardholder: holder.id, currency: 'usd', type: 'virtual', status: 'active', spending_controls };
  const { body: card } = await story.post('/v1/issuing/cards', issuing, { shown: of_card });
  story.step(
    'Name the endpoint that decides',
    'The first endpoint that names this event is asked. One with `*` is not: it only gets the events.',
  );
  const enabled_events = ['issuing_authorization.request'];
  await story.post(
    '/v1/webhook_endpoints',
    { url: receiver.url(path), enabled_events },
    { shown: ['id', 'status', 'url', 'enabled_events'] },
  );
  const uses = (amount: number, category: string, name: string) =>
    story.post('/v1/test_helpers/issuing/authorizations', { card: card.id, amount, merchant_data: { category, name } }, { shown });
  story.step('The card is used, and the company approves', 'In a sandbox you are the merchant as well.');
  says({ approved: true });
  const { body: approved } = await uses(12_000, 'airlines_air_carriers', 'Rocket Air');
  expect(approved).toMatchObject({ status: 'pending', approved: true, amount: 12_000 });
  story.step(
    'The request to the endpoint',
    'Signed like every delivery; the answer was `200` with `{ "approved": true }`. Only the relevant members are shown.',
  );
  story.received(asked(receiver.at(path)[0] as Delivery));
  story.step('A limit of the card declines', 'The endpoint is not asked.');
  const { body: forbidden } = await uses(2000, 'betting_casino_gambling', 'Lucky Seven');
  expect(forbidden.request_history[0].reason).toBe('spending_controls');
  story.step(
    'The company does not answer',
    'After two seconds the purchase is declined, because `settings[card_issuing][default_decision]` of the account is `decline`.',
  );
  const { body: unanswered } = await uses(3000, 'bakeries', 'Rolls');
  expect(unanswered).toMatchObject({ approved: false, status: 'closed' });
  expect(receiver.at(path).length).toBe(2);
  story.step('The approved purchase is captured', 'The hold is released, and the money is taken.');
  const network = `/v1/test_helpers/issuing/authorizations/${approved.id}`;
  const { body: captured } = await story.post(`${network}/capture`, {}, { shown: settled });
  expect(captured.status).toBe('closed');
  story.step('A part of it is refunded', 'As its own transaction.');
  const refund = `/v1/test_helpers/issuing/transactions/${captured.transactions[0].id}/refund`;
  await story.post(refund, { refund_amount: 4000 }, { shown: ['id', 'type', 'amount', 'authorization', 'balance_transaction'] });
  story.step('Every cent has a balance transaction', 'Newest first.');
  const { body: money } = await story.get('/v1/balance_transactions', of_money);
  expect(money.data.map(({ amount }: { amount: number }) => amount)).toEqual([4000, -12_000, 12_000, -12_000, 50_000]);
  const { body: balance } = await story.get('/v1/balance', { shown: ['issuing.available.amount', 'issuing.available.currency'] });
  expect(balance.issuing.available[0].amount).toBe(42_000);
  story.end();
});
