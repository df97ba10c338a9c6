import { as, connected, jo, of_company, representative } from './connect.js';
import { accountOf } from './merchant.js';
import { authorized } from './oauth.js';
import type { Answer, Client, TestService } from './service.js';
import { upload } from './uploads.js';

/** A connected account, a payment for it, and a transfer with a reversal; answers with their ids by the kind of object. */
export async function populateConnect(service: TestService, client: Client): Promise<Readonly<Record<string, string>>> {
  const { id: destination } = await connected(client);
  const { body: logo } = await upload(service, client, {
    purpose: 'business_logo',
    fields: { 'file_link_data[create]': 'true' },
    ...as(destination),
  });
  await made(client, `/v1/accounts/${destination}`, { settings: { branding: { logo: logo.id, icon: logo.id } } });
  const paying = { amount: 4000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', payment_method_types: ['card'] };
  const intent = await made(client, '/v1/payment_intents', { ...paying, transfer_data: { destination }, application_fee_amount: 400 });
  const back = { payment_intent: intent.id, amount: 1000, reverse_transfer: true, refund_application_fee: true };
  for (let count = 0; count < 3; count++) await made(client, '/v1/refunds', back);
  const { transfer, application_fee } = (await client.get(`/v1/charges/${intent.latest_charge}`)).body;
  const [reversal] = (await client.get(`/v1/transfers/${transfer}/reversals`)).body.data;
  const [refund] = (await client.get(`/v1/application_fees/${application_fee}/refunds`)).body.data;
  const given = {
    amount: 100,
    currency: 'usd',
    destination,
    transfer_group: 'group_1',
    source_transaction: await paidCharge(client, paying),
  };
  await made(client, '/v1/transfers', given);
  const told = await populateCompany(service, client);
  return {
    ...told,
    application_fee,
    connected: destination,
    fee: application_fee,
    fee_refund: refund.id,
    transfer,
    transfer_reversal: reversal.id,
  };
}

const paidCharge = async (client: Client, paying: object): Promise<string> =>
  (await made(client, '/v1/payment_intents', { ...paying })).latest_charge;

async function made(client: Client, path: string, params: Readonly<Record<string, unknown>>): Promise<Answer['body']> {
  const { status, body, text } = await client.post(path, params);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return body;
}

const wanted = ['affirm_payments', 'card_payments', 'klarna_payments', 'transfers'];

/** A connected account of a company, with persons, capabilities and a link. */
async function populateCompany(service: TestService, client: Client): Promise<Readonly<Record<string, string>>> {
  const account_id = await accountOf(client);
  const capabilities = Object.fromEntries(wanted.map((name) => [name, { requested: true }]));
  const account = await made(client, '/v1/accounts', { ...of_company, type: 'express', capabilities });
  const persons = `/v1/accounts/${account.id}/persons`;
  await made(client, persons, { ...jo, first_name: 'Al', relationship: { director: true, title: 'Director' } });
  await made(client, persons, { ...jo, first_name: 'Bo', last_name: 'Ro', relationship: { owner: true, percent_ownership: 30 } });
  const person = await made(client, persons, representative);
  const link = await made(client, '/v1/account_links', { ...link_params, account: account.id });
  const login = await made(client, `/v1/accounts/${account.id}/login_links`, {});
  const session = await made(client, '/v1/account_sessions', { account: account.id, components: all_components });
  await authorized(service, client, { choice: 'existing', account: account.id });
  const application = account_id.replace('acct_', 'ca_');
  return {
    application,
    account_session: session.id,
    login_link: login.id,
    account_link: link.id,
    capability: 'transfers',
    connected_account: account.id,
    person: person.id,
  };
}

/** Components that let an owner do everything. */
export const all_components = {
  account_onboarding: { enabled: true },
  payments: { enabled: true },
  payouts: { enabled: true, features: { edit_payout_schedule: true, instant_payouts: true, standard_payouts: true } },
};

/** The parameters of a link besides its account. */
export const link_params = {
  type: 'account_onboarding',
  refresh_url: 'https://platform.example/again',
  return_url: 'https://platform.example/done',
};
