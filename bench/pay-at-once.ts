import { apiOf } from './api.js';
import { payment } from './bodies.js';
import type { Generator } from './generator.js';
import type { Tally } from './latencies.js';
import { requestText } from './requests.js';
import type { Running } from './service.js';

const payments_ms = 3000;
const connections = 64;

/** Payments by card over 64 connections for three seconds, after a run of the same length that warms the service up. */
export async function payAtOnce(service: Running, generator: Generator): Promise<Tally> {
  const key = 'sk_test_benchpayments';
  const { id: customer, invoice_settings } = await apiOf(service, key)('customers', {
    email: 'pay@example.com',
    payment_method: 'pm_card_visa',
  });
  const body = payment({ customer, payment_method: invoice_settings?.default_payment_method ?? '' });
  const request = requestText({ key, method: 'POST', path: '/v1/payment_intents', idempotent: true, body });
  const load = { port: service.port, connections, requests: [request] };
  await generator.generate({ ...load, duration_ms: payments_ms });
  return generator.generate({ ...load, duration_ms: payments_ms });
}
