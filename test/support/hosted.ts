import type { Tab } from './browser.js';
import { sessionOf } from './checkout.js';
import type { Answer, Client, TestService } from './service.js';

type Params = Readonly<Record<string, unknown>>;

/** A session whose payer returns to a page of the service itself, so that a browser has a page to open. */
export const shopSession = (service: TestService, shop: Client, params: Params = {}): Promise<Answer['body']> =>
  sessionOf(shop, { success_url: thanksAt(service), cancel_url: `${service.url}/docs?left`, ...params });

/** The address that payers are redirected to in these tests. */
export const thanksAt = ({ url }: Pick<TestService, 'url'>): string => `${url}/docs?thanks={CHECKOUT_SESSION_ID}`;

/** The details of a card besides its number. */
export async function typeCard({ page }: Tab, number: string, exp = '12 / 34', cvc = '123'): Promise<void> {
  await page.getByTestId('number').fill(number);
  await page.getByTestId('exp').fill(exp);
  await page.getByTestId('cvc').fill(cvc);
}

/** The payer. Where goods are sent, the name is asked for with their address. */
export async function typePayer({ page }: Tab, email = 'jo@example.com', name = 'Jo Doe'): Promise<void> {
  if (await page.getByTestId('email').isEditable()) await page.getByTestId('email').fill(email);
  const asked = page.getByTestId('name').or(page.getByTestId('shipping_name')).filter({ visible: true });
  await asked.first().fill(name);
}

/** Submits the form. */
export const send = ({ page }: Tab): Promise<void> => page.getByTestId('submit').click();

/** The current state of the session for its shop. */
export const statusOf = async (shop: Client, { id }: { readonly id: string }): Promise<Answer['body']> =>
  (await shop.get(`/v1/checkout/sessions/${id}`)).body;
