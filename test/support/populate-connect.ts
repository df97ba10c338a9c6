import { of_company, representative } from './connect.js';
import type { Ids } from './populate.js';
import type { Client } from './service.js';

const wanted = ['affirm_payments', 'card_payments', 'klarna_payments', 'transfers'];

/** A connected account of a company, with persons, capabilities and a link that was opened. */
export async function populateConnect(client: Client): Promise<Ids> {
  const made = async (path: string, params: object): Promise<{ id: string; url: string; session: string }> => {
    const { status, body, text } = await client.post(path, params as never);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return body;
  };
  const capabilities = Object.fromEntries(wanted.map((name) => [name, { requested: true }]));
  const account = await made('/v1/accounts', { ...of_company, capabilities });
  const persons = `/v1/accounts/${account.id}/persons`;
  await made(persons, { first_name: 'Al', relationship: { director: true } });
  await made(persons, { first_name: 'Bo', last_name: 'Ro', relationship: { owner: true, percent_ownership: 30 } });
  const person = await made(persons, representative);
  const link = await made('/v1/account_links', { ...link_params, account: account.id });
  return { account_link: link.id, capability: 'transfers', connected_account: account.id, person: person.id };
}

/** What a link is made with besides its account. */
export const link_params = {
  type: 'account_onboarding',
  refresh_url: 'https://platform.example/again',
  return_url: 'https://platform.example/done',
};
