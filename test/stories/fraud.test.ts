import { expect } from 'vitest';
import { onBothRoads, tell } from '../support/story.js';

const record = onBothRoads();

const card = (number: string): object => ({ type: 'card', card: { number, exp_month: '12', exp_year: '2034', cvc: '123' } });

record('block a card', async (service) => {
  const story = tell(service, {
    name: 'block-a-card',
    title: 'Block a card, and see why it was blocked',
    introduction: [
      'A stolen card has paid at a shop. It puts the card on a list of its own and blocks what is on the list. The payer does not learn the',
      'reason; the shop reads it in the outcome of the charge.',
    ],
  });
  story.step('A payment turns out to be fraud', 'Every payment with this card has the same fingerprint.');
  const ordered = { amount: 4999, currency: 'usd', confirm: true };
  const { body: cheated } = await story.post('/v1/payment_intents', {
    ...ordered,
    payment_method_data: card('4242424242424242'),
    expand: ['latest_charge'],
  });
  const { fingerprint } = cheated.latest_charge.payment_method_details.card;
  await story.post('/v1/refunds', { payment_intent: cheated.id, reason: 'fraudulent' });
  story.step('The shop puts the card on a list');
  const list = { alias: 'blocked_cards', name: 'Blocked cards', item_type: 'card_fingerprint' };
  const { body: blocked } = await story.post('/v1/radar/value_lists', list);
  await story.post('/v1/radar/value_list_items', { value_list: blocked.id, value: fingerprint });
  story.step('A rule blocks what is on the list');
  const { body: rule } = await story.post('/v1/radar/rules', {
    action: 'block',
    name: 'Blocked cards',
    conditions: [{ attribute: 'card_fingerprint', operator: 'in_list', value_list: blocked.id }],
  });
  story.step('The next payment with the card is declined', 'No processor was asked, and the answer does not name the rule.');
  const declined = await story.post('/v1/payment_intents', { ...ordered, payment_method_data: card('4242424242424242') });
  expect([declined.status, declined.body.error.code, declined.body.error.decline_code]).toEqual([402, 'card_declined', 'generic_decline']);
  story.step('The shop reads the reason', 'The rule is expanded on request.');
  const { body: charge } = await story.get(`/v1/charges/${declined.body.error.charge}?expand[]=outcome.rule`);
  expect(charge.outcome).toMatchObject({ network_status: 'not_sent_to_network', reason: 'rule', type: 'blocked' });
  expect(charge.outcome.rule).toMatchObject({ id: rule.id, action: 'block', name: 'Blocked cards' });
  story.step('Another card pays');
  const { body: paid } = await story.post('/v1/payment_intents', { ...ordered, payment_method_data: card('5555555555554444') });
  expect(paid.status).toBe('succeeded');
  story.end();
});
