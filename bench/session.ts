import type { Api } from './api.js';

/** Opens a checkout session with three line items, one of adjustable quantity, for a customer with a saved card. */
export async function openSession(api: Api): Promise<{ readonly url: string; readonly id: string }> {
  const { id: customer } = await api('customers', { email: 'jo@example.com', payment_method: 'pm_card_visa' });
  const sold = (name: string) => ({ price_data: { currency: 'usd', unit_amount: 1000, product_data: { name } }, quantity: 1 });
  const { id, url = '' } = await api('checkout/sessions', {
    allow_promotion_codes: true,
    customer,
    line_items: [{ ...sold('Mug'), adjustable_quantity: { enabled: true } }, sold('Plate'), sold('Spoon')],
    mode: 'payment',
    shipping_address_collection: { allowed_countries: ['DE', 'FR', 'US'] },
    shipping_options: [{ shipping_rate_data: { display_name: 'Post', fixed_amount: { amount: 500, currency: 'usd' } } }],
    success_url: 'https://shop.example/thanks',
  });
  return { id, url };
}
