import { readFileSync } from 'node:fs';

/** An answer of the API, of whatever shape. */
// biome-ignore lint/suspicious/noExplicitAny: rows look into answers of every shape.
type Answer = any;

/** A business whose pages are looked at. */
export type Shop = {
  readonly url: string;
  readonly publishable_key: string;
  get(path: string): Promise<Answer>;
  post(path: string, params?: object): Promise<Answer>;
  /** Confirms a payment by some method that then waits for its payer, and answers with the address of their page. */
  waiting(type: string, params: object): Promise<string>;
};

const billing_details = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  phone: '+5511999998888',
  address: { line1: 'Rua Augusta 1', city: 'São Paulo', state: 'SP', postal_code: '01305-000', country: 'BR' },
};

/** Opens a sandbox with a name, a logo, a colour and a support contact. */
export async function openShop(url: string): Promise<Shop> {
  const key = 'sk_test_thepagesthatstandforall';
  const headers = { authorization: `Bearer ${key}` };
  const asked = async (method: string, path: string, params?: object): Promise<Answer> => {
    const body = params && { body: JSON.stringify(params), headers: { ...headers, 'content-type': 'application/json' } };
    const answer = await fetch(`${url}${path}`, { method, headers, ...body });
    const read = await answer.json();
    if (!answer.ok && answer.status !== 402) throw new Error(`${method} ${path}: ${JSON.stringify(read)}`);
    return read;
  };
  const post = (path: string, params: object = {}): Promise<Answer> => asked('POST', path, params);
  const get = (path: string): Promise<Answer> => asked('GET', path);
  await look(url, key, post, (await get('/v1/account')).id);
  const waiting = async (type: string, params: object): Promise<string> => {
    const payment_method_data = type === 'card' ? threeDSecure : { type, billing_details };
    const made = await post('/v1/payment_intents', {
      ...{ amount: 12_900, currency: 'usd', confirm: true, payment_method_data, description: 'Order 1042: two tickets' },
      ...{ return_url: 'https://shop.example.com/done', payment_method_types: [type], ...params },
    });
    return pageOf(made);
  };
  return { url, publishable_key: key.replace('sk_', 'pk_'), get, post, waiting };
}

const threeDSecure = { type: 'card', card: { number: '4000000000003220', exp_month: 12, exp_year: 2040, cvc: '123' } };

/** The address in a next action, by whatever name it has there. */
function pageOf({ next_action }: Answer): string {
  const found = JSON.stringify(next_action ?? {}).match(/https?:\/\/[^"]+\/challenge\/[^"?]+/)?.[0];
  if (!found) throw new Error(`There is no page in ${JSON.stringify(next_action)}`);
  return found;
}

async function look(url: string, key: string, post: Shop['post'], account: string): Promise<void> {
  const form = new FormData();
  form.set('purpose', 'business_logo');
  form.set('file', new Blob([readFileSync(new URL('logo.png', import.meta.url))], { type: 'image/png' }), 'logo.png');
  const sent = await fetch(`${url}/v1/files`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form });
  const { id: logo } = (await sent.json()) as { id: string };
  await post(`/v1/accounts/${account}`, {
    business_profile: {
      ...{ name: 'Rocket Rides', support_email: 'help@rocketrides.example', support_phone: '+1 555 010 0199' },
      support_url: 'https://rocketrides.example/help',
      support_address: { line1: '510 Townsend St', city: 'San Francisco', state: 'CA', postal_code: '94103', country: 'US' },
    },
    settings: { branding: { logo, icon: logo, primary_color: '#6b21a8', secondary_color: '#f59e0b' } },
  });
}
