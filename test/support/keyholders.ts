import { randomBytes } from 'node:crypto';
import { addKey, openAccount } from '../../src/api/keys/keys.js';
import { accountParts } from '../../src/resources/accounts/accounts/open.js';
import type { Client, TestService } from './service.js';
import { tester } from './tester.js';

/** An account with keys of every kind in both modes. */
export type Merchant = {
  readonly account: string;
  readonly test: Client;
  readonly live: Client;
  /** A restricted key of this account, in test mode. */
  restricted(...permissions: readonly string[]): Promise<Client>;
};

const ending = (): string => randomBytes(16).toString('hex');

/** Opens an account in test and in live mode, with a secret and a publishable key in each. */
export async function openMerchant(service: TestService): Promise<Merchant> {
  const { engine } = service;
  const account = engine.ids.fresh('acct', service.now());
  const open = async (mode: 'test' | 'live'): Promise<Client> => {
    const end = ending();
    const keys = [
      { key: `sk_${mode}_${end}`, kind: 'secret', name: 'Secret key' },
      { key: `pk_${mode}_${end}`, kind: 'publishable', name: 'Publishable key' },
    ] as const;
    await openAccount(engine, { id: account, name: 'A shop', livemode: mode === 'live' }, keys, accountParts, tester(engine));
    return service.client(`sk_${mode}_${end}`);
  };
  return {
    account,
    test: await open('test'),
    live: await open('live'),
    restricted: async (...permissions) => {
      const key = `rk_test_${ending()}`;
      await addKey(engine, account, false, { key, kind: 'restricted', permissions, name: 'Restricted key' }, tester(engine));
      return service.client(key);
    },
  };
}

/** An intent whose payer must complete a page of Florin, and the key in the page's address. */
export async function intentWithPage(client: Client): Promise<{ id: string; page_key: string; client_secret: string }> {
  const { body } = await client.post('/v1/setup_intents', {
    confirm: true,
    payment_method: 'pm_card_threeDSecure2Required',
    return_url: 'https://shop.example/return',
  });
  const { url } = body.next_action[body.next_action.type];
  return { id: body.id, client_secret: body.client_secret, page_key: `page_${url.split('/challenge/')[1]}` };
}
