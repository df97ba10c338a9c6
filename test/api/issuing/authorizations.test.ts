import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../../src/ledger/balances.js';
import { eventsOf } from '../../support/callers.js';
import { fund, issuer, network, spendable, useCard, used } from '../../support/issuing.js';
import { ledger } from '../../support/merchant.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  const violations = await audit(service.engine.database);
  await service.stop();
  expect(violations).toEqual([]);
});

test('200: what a card can pay is approved at once where nobody wants to be asked, and held', async () => {
  const of = await issuer(service, 5000);
  const { status, body } = await useCard(of, { amount: 1200, merchant_data: { category: 'bakeries', name: 'Rolls', country: 'US' } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^iauth_[0-9A-Za-z]{22}$/),
    object: 'issuing.authorization',
    status: 'pending',
    approved: true,
    amount: 1200,
    currency: 'usd',
    merchant_amount: 1200,
    merchant_currency: 'usd',
    authorization_method: 'online',
    card_presence: 'not_present',
    merchant_data: { category: 'bakeries', category_code: '5462', name: 'Rolls', country: 'US' },
    pending_request: null,
    request_history: [{ amount: 1200, approved: true, reason: 'card_active', authorization_code: expect.stringMatching(/^S\d{6}$/) }],
    transactions: [],
    verification_data: { cvc_check: 'not_provided', expiry_check: 'not_provided' },
    wallet: null,
  });
  expect(body.card).toMatchObject({ id: of.card, object: 'issuing.card', cardholder: { object: 'issuing.cardholder' } });
  expect(body.balance_transactions).toEqual([
    expect.objectContaining({ amount: -1200, type: 'issuing_authorization_hold', balance_type: 'issuing', source: body.id }),
  ]);
  expect(JSON.stringify(body)).not.toMatch(/amount_held|used_card|"spent"|held_by/);
  expect(await spendable(of)).toBe(3800);
  expect(await ledger(service, of.client)).toMatchObject({ issuing_available: 3800, issuing_held: 1200 });
});
