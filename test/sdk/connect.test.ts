import type Stripe from 'stripe';
import { expect } from 'vitest';
import { bank, jo, of_company, representative, whole_account } from '../support/connect.js';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

forEachSdk('$name: an account of one person has an individual, capabilities and external accounts in the SDK’s form', async (sdk) => {
  const stripe = connect(sdk, service);
  const account = await stripe.accounts.create(whole_account as Stripe.AccountCreateParams);
  expect(account.individual).toMatchObject({ first_name: 'Jo', dob: { day: 2, month: 3, year: 1980 }, ssn_last_4_provided: true });
  expect(account.external_accounts?.data).toMatchObject([{ object: 'bank_account', last4: '6789', default_for_currency: true }]);
  expect(account.requirements).toMatchObject({ currently_due: [], eventually_due: [], errors: [], pending_verification: [] });
  expect(await stripe.accounts.retrieve(account.id)).toEqual(account);
  const [first] = account.external_accounts?.data ?? [];
  const changed = await stripe.accounts.updateExternalAccount(account.id, first?.id ?? '', { account_holder_name: 'Jo Doe' });
  expect(changed).toMatchObject({ id: first?.id, account_holder_name: 'Jo Doe' });
  const found = await stripe.accounts.retrieveCapability(account.id, 'transfers');
  expect(found).toMatchObject({ id: 'transfers', object: 'capability', status: 'active', requested: true });
  expect(await stripe.accounts.updateCapability(account.id, 'transfers', { requested: false })).toMatchObject({ status: 'unrequested' });
  expect((await stripe.accounts.listCapabilities(account.id)).data.map(({ id }) => id).sort()).toEqual(['card_payments', 'transfers']);
  const bank_added = await stripe.accounts.createExternalAccount(account.id, {
    external_account: bank as Stripe.AccountCreateExternalAccountParams.BankAccount,
  });
  expect(await stripe.accounts.deleteExternalAccount(account.id, bank_added.id)).toMatchObject({ deleted: true });
});

forEachSdk('$name: persons of a company are created, retrieved, updated, listed by role and deleted', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id } = await stripe.accounts.create(of_company as Stripe.AccountCreateParams);
  const person = await stripe.accounts.createPerson(id, representative);
  expect(person).toMatchObject({ object: 'person', account: id, relationship: { representative: true, percent_ownership: 60 } });
  const director = await stripe.accounts.createPerson(id, { first_name: 'Al', relationship: { director: true } });
  expect(await stripe.accounts.retrievePerson(id, person.id)).toEqual(person);
  expect((await stripe.accounts.updatePerson(id, director.id, { last_name: 'Bo' })).last_name).toBe('Bo');
  const listed = await stripe.accounts.listPersons(id, { relationship: { director: true } });
  expect(listed.data.map((each) => each.id)).toEqual([director.id]);
  expect((await stripe.accounts.retrieve(id)).charges_enabled).toBe(true);
  expect(await stripe.accounts.deletePerson(id, director.id)).toMatchObject({ id: director.id, deleted: true });
  expect(await errorOf(stripe.accounts.retrievePerson(id, director.id))).toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

forEachSdk('$name: an account link opens a page that asks for the requirements', async (sdk) => {
  const stripe = connect(sdk, service);
  const account = await stripe.accounts.create({ type: 'express', capabilities: { transfers: { requested: true } } });
  const link = await stripe.accountLinks.create({
    account: account.id,
    type: 'account_onboarding',
    collection_options: { fields: 'eventually_due' },
    refresh_url: 'https://platform.example/again',
    return_url: 'https://platform.example/done',
  });
  expect(link).toMatchObject({ object: 'account_link', created: expect.any(Number), expires_at: expect.any(Number) });
  expect(await (await fetch(link.url)).text()).toContain('What kind of business is it?');
  const wrong = stripe.accounts.update(account.id, { individual: { first_name: jo.first_name } });
  expect(await errorOf(wrong)).toMatchObject({ statusCode: 400, param: 'individual' });
});

forEachSdk('$name: a login link is an address, for an account with the Express Dashboard only', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id } = await stripe.accounts.create({ ...whole_account, type: 'express' } as Stripe.AccountCreateParams);
  const link = await stripe.accounts.createLoginLink(id);
  expect(link).toMatchObject({ object: 'login_link', created: expect.any(Number), url: expect.stringContaining('/express/') });
  const custom = await stripe.accounts.create(whole_account as Stripe.AccountCreateParams);
  expect(await errorOf(stripe.accounts.createLoginLink(custom.id))).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
});

forEachSdk('$name: an invoice and a subscription are transferred to an account, less the platform’s fee', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: destination } = await stripe.accounts.create(whole_account as Stripe.AccountCreateParams);
  const card = 'pm_card_visa';
  const { id: customer } = await stripe.customers.create({ payment_method: card, invoice_settings: { default_payment_method: card } });
  const issuer = { type: 'account', account: destination } as const;
  const shares = { application_fee_amount: 300, transfer_data: { destination }, on_behalf_of: destination, issuer };
  const draft = await stripe.invoices.create({ customer, ...shares });
  await stripe.invoiceItems.create({ customer, invoice: draft.id ?? '', amount: 5000, currency: 'usd' });
  expect((await stripe.invoices.update(draft.id ?? '', { application_fee_amount: 400 })).issuer).toEqual(issuer);
  await stripe.invoices.pay((await stripe.invoices.finalizeInvoice(draft.id ?? '')).id ?? '');
  const { data } = await stripe.applicationFees.list();
  expect(data.map(({ account, amount }) => [account, amount])).toEqual([[destination, 400]]);
  const product = (await stripe.products.create({ name: 'Tea' })).id;
  const price_data = { currency: 'usd', product, unit_amount: 1000, recurring: { interval: 'month' } } as const;
  const passed = { application_fee_percent: 12.5, transfer_data: { destination }, invoice_settings: { issuer } };
  const sub = await stripe.subscriptions.create({ customer, items: [{ price_data }], ...passed });
  expect(sub).toMatchObject({ ...passed, transfer_data: { amount_percent: null, destination } });
  const preview = await stripe.invoices.createPreview({ subscription: sub.id, on_behalf_of: destination });
  expect([preview.on_behalf_of, preview.issuer]).toEqual([destination, issuer]);
  const phase = { items: [{ price_data }], end_date: 1_900_000_000, transfer_data: { destination, amount_percent: 40 } };
  const phases = [{ ...phase, application_fee_percent: 5 }];
  const wrong = stripe.subscriptionSchedules.create({ customer, start_date: 'now', phases });
  expect(await errorOf(wrong)).toMatchObject({ statusCode: 400, param: 'phases[0][transfer_data][amount_percent]' });
});
