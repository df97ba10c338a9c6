import { post, type Triggers } from './requests.js';

const changed = { metadata: { order: '1742' } };
const home = { city: 'San Francisco', country: 'US', line1: '1234 Main Street', postal_code: '94111', state: 'CA' };
const holder = post('cardholder', 'issuing/cardholders', {
  name: 'Jenny Rosen',
  email: 'jenny.rosen@example.com',
  phone_number: '+18008675309',
  type: 'individual',
  billing: { address: home },
  individual: { first_name: 'Jenny', last_name: 'Rosen' },
});
const issued = [
  holder,
  post('card', 'issuing/cards', { cardholder: '${cardholder:id}', currency: 'usd', type: 'virtual', status: 'active' }),
];
const money = post('money', 'test_helpers/top_ups', { amount: 10_000, currency: 'usd', destination_balance: 'issuing' });
const purchase = post('authorization', 'test_helpers/issuing/authorizations', { card: '${card:id}', amount: 1000 });
const held = [...issued, money, purchase];
const capture = (params: object = {}) => post('capture', 'test_helpers/issuing/authorizations/${authorization:id}/capture', params);
const captured = [...held, capture()];
const dispute = (explanation: string) => [
  ...captured,
  post('dispute', 'issuing/disputes', {
    transaction: '${capture:transactions[0].id}',
    evidence: {
      reason: 'not_received',
      not_received: { explanation, product_description: 'A mug', product_type: 'merchandise', expected_at: 1_700_000_000 },
    },
  }),
];
const design = post('design', 'issuing/personalization_designs', {
  physical_bundle: 'ics_standard_letter',
  carrier_text: { header_title: 'Welcome' },
});
const judge = (verb: string, params: object = {}) =>
  post(verb, `test_helpers/issuing/personalization_designs/\${design:id}/${verb}`, params);
const in_wallet = [...issued, post('token', 'test_helpers/issuing/tokens', { card: '${card:id}' })];
const submit = post('submit', 'issuing/disputes/${dispute:id}/submit');

/** Triggers of issued cards. */
export const of_issuing: Triggers = {
  'issuing_authorization.created': held,
  'issuing_authorization.request': [
    post('webhook_endpoint', 'webhook_endpoints', { url: 'http://127.0.0.1:9/', enabled_events: ['issuing_authorization.request'] }),
    ...held,
  ],
  'issuing_authorization.updated': [...held, post('authorization_update', 'issuing/authorizations/${authorization:id}', changed)],
  'issuing_card.created': issued,
  'issuing_card.updated': [...issued, post('card_update', 'issuing/cards/${card:id}', changed)],
  'issuing_cardholder.created': [holder],
  'issuing_cardholder.updated': [holder, post('cardholder_update', 'issuing/cardholders/${cardholder:id}', changed)],
  'issuing_dispute.closed': [...dispute('losing_evidence'), submit],
  'issuing_dispute.created': dispute('It never came.'),
  'issuing_dispute.funds_reinstated': [...dispute('winning_evidence'), submit],
  'issuing_dispute.submitted': [...dispute('It never came.'), submit],
  'issuing_dispute.updated': [...dispute('It never came.'), post('dispute_update', 'issuing/disputes/${dispute:id}', changed)],
  'issuing_personalization_design.activated': [design, judge('activate')],
  'issuing_personalization_design.deactivated': [design, judge('activate'), judge('deactivate')],
  'issuing_personalization_design.rejected': [design, judge('reject', { rejection_reasons: { carrier_text: ['other'] } })],
  'issuing_personalization_design.updated': [design, post('design_update', 'issuing/personalization_designs/${design:id}', changed)],
  'issuing_token.created': in_wallet,
  'issuing_token.updated': [...in_wallet, post('token_update', 'issuing/tokens/${token:id}', { status: 'suspended' })],
  'issuing_transaction.created': captured,
  'issuing_transaction.purchase_details_receipt_updated': [
    ...held,
    capture({ purchase_details: { receipt: [{ description: 'Rolls', quantity: 2, total: 1000, unit_cost: 500 }] } }),
  ],
  'issuing_transaction.updated': [...captured, post('transaction_update', 'issuing/transactions/${capture:transactions[0].id}', changed)],
};
