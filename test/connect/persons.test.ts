import { afterAll, beforeAll, expect, test } from 'vitest';
import { as, connected, jo, of_company, representative, whole_account } from '../support/connect.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
const dueOf = async (client: Client, id: string): Promise<string[]> =>
  (await client.get(`/v1/accounts/${id}`)).body.requirements.currently_due;

test('persons of a company are created, retrieved, updated, listed by relationship, and deleted', async () => {
  const client = service.client();
  const { id } = await connected(client, of_company);
  const path = `/v1/accounts/${id}/persons`;
  const made = await client.post(path, representative);
  expect(made.status, made.text).toBe(200);
  expect(made.body).toMatchObject({
    object: 'person',
    account: id,
    first_name: 'Jo',
    dob: { day: 2, month: 3, year: 1980 },
    id_number_provided: false,
    ssn_last_4_provided: true,
    relationship: { representative: true, owner: true, percent_ownership: 60, title: 'CEO', director: null },
    requirements: { currently_due: [] },
    verification: { status: 'verified', document: { front: null } },
  });
  expect(made.body.id).toMatch(/^person_/);
  expect(made.text).not.toContain('held_by');
  const director = (await client.post(path, { first_name: 'Al', relationship: { director: true, owner: true } })).body;
  expect(director.requirements).toMatchObject({ currently_due: ['email', 'last_name'], past_due: ['email', 'last_name'] });
  const changed = (await client.post(`${path}/${director.id}`, { last_name: 'Bo', dob: { year: 1990 } })).body;
  expect(changed).toMatchObject({ first_name: 'Al', last_name: 'Bo', dob: { day: null, year: 1990 }, relationship: { director: true } });
  expect((await client.get(`${path}/${director.id}`)).body).toEqual(changed);
  expect(ids((await client.get(path)).body)).toEqual([director.id, made.body.id]);
  expect(ids((await client.get(path, { 'relationship[representative]': 'true' })).body)).toEqual([made.body.id]);
  expect(ids((await client.get(path, { 'relationship[owner]': 'true' })).body)).toEqual([director.id, made.body.id]);
  expect(ids((await client.get(path, { 'relationship[owner]': 'true', 'relationship[director]': 'true' })).body)).toEqual([director.id]);
  expect((await client.get(`/v1/accounts/${id}/people/${director.id}`)).body).toEqual(changed);
  expect((await client.del(`${path}/${director.id}`)).body).toEqual({ id: director.id, object: 'person', deleted: true });
  expect((await client.get(`${path}/${director.id}`)).status).toBe(404);
});

test('requirements of persons are requirements of their company, and each change of a person updates them', async () => {
  const client = service.client();
  const { id, ...begun } = await connected(client, of_company);
  expect(begun.requirements.currently_due).toEqual([
    'owners.email',
    'owners.first_name',
    'owners.last_name',
    'representative.address.city',
    'representative.address.line1',
    'representative.address.postal_code',
    'representative.address.state',
    'representative.dob.day',
    'representative.dob.month',
    'representative.dob.year',
    'representative.email',
    'representative.first_name',
    'representative.last_name',
    'representative.phone',
    'representative.relationship.title',
    'representative.ssn_last_4',
  ]);
  const { email, ...rest } = representative;
  const person = (await client.post(`/v1/accounts/${id}/persons`, rest)).body;
  expect(await dueOf(client, id)).toEqual([`${person.id}.email`]);
  await client.post(`/v1/accounts/${id}/persons/${person.id}`, { email });
  expect((await client.get(`/v1/accounts/${id}`)).body).toMatchObject({ charges_enabled: true, payouts_enabled: true, individual: null });
  await client.del(`/v1/accounts/${id}/persons/${person.id}`);
  expect((await client.get(`/v1/accounts/${id}`)).body).toMatchObject({ charges_enabled: false, capabilities: { transfers: 'inactive' } });
  await client.post(`/v1/accounts/${id}`, { company: { owners_provided: true } });
  expect((await dueOf(client, id)).some((name) => name.startsWith('owners'))).toBe(false);
});

test('the individual of an account is a person: a change of one changes the other', async () => {
  const client = service.client();
  const { id, individual } = await connected(client);
  expect(individual).toMatchObject({
    object: 'person',
    account: id,
    first_name: 'Jo',
    relationship: { representative: true },
    ssn_last_4_provided: true,
    verification: { status: 'verified' },
  });
  const path = `/v1/accounts/${id}/persons/${individual.id}`;
  expect((await client.get(path)).body).toEqual(individual);
  const changed = (await client.post(`/v1/accounts/${id}`, { individual: { last_name: 'Roe', email: '' } })).body;
  expect(changed.individual).toMatchObject({ id: individual.id, first_name: 'Jo', last_name: 'Roe', email: null });
  expect(changed.requirements.currently_due).toEqual(['individual.email']);
  await client.post(path, { email: 'roe@example.com' });
  const now = (await client.get(`/v1/accounts/${id}`)).body;
  expect([now.individual.email, now.requirements.currently_due, now.charges_enabled]).toEqual(['roe@example.com', [], true]);
  expect((await client.get(`/v1/accounts/${id}/persons`)).body.data).toEqual([now.individual]);
  const deleted = await client.del(path);
  expect([deleted.status, deleted.body.error.param]).toEqual([400, 'id']);
});

test('400: an individual of a company, a second representative, more than 100 percent of a business, and invalid dates', async () => {
  const client = service.client();
  const refused = async (path: string, body: Parameters<Client['post']>[1]) => {
    const { status, body: answer } = await client.post(path, body);
    return [status, answer.error?.param];
  };
  expect(await refused('/v1/accounts', { ...of_company, individual: jo })).toEqual([400, 'individual']);
  expect(await refused('/v1/accounts', { ...whole_account, individual: { dob: { day: 30, month: 2, year: 1990 } } })).toEqual([
    400,
    'dob[day]',
  ]);
  expect(await refused('/v1/accounts', { ...whole_account, individual: { ssn_last_4: '12345' } })).toEqual([400, 'individual[ssn_last_4]']);
  const { id } = await connected(client, of_company);
  const path = `/v1/accounts/${id}/persons`;
  await client.post(path, representative);
  expect(await refused(path, representative)).toEqual([400, 'relationship[representative]']);
  const owner = { relationship: { owner: true, percent_ownership: 41 } };
  expect(await refused(path, owner)).toEqual([400, 'relationship[percent_ownership]']);
  expect(await refused(path, { dob: { day: 1, month: 1, year: 2095 } })).toEqual([400, 'dob[year]']);
  const document = { verification: { document: { front: 'file_nobody' } } };
  expect(await refused(path, document)).toEqual([400, 'verification[document][front]']);
  const stranger = await service.client().get(path);
  expect(stranger.status).toBe(403);
});

test('published test values fail verification, and a document or a correction resolves that', async () => {
  const client = service.client();
  const failing = { ...jo, ssn_last_4: undefined, id_number: '111111111' };
  const { id, requirements, individual } = await connected(client, { ...whole_account, individual: failing });
  expect(requirements).toMatchObject({
    currently_due: ['individual.verification.document'],
    errors: [{ code: 'verification_failed_keyed_identity', requirement: 'individual.verification.document' }],
  });
  expect(individual).toMatchObject({
    id_number_provided: true,
    verification: { status: 'unverified', details_code: 'failed_keyed_identity' },
  });
  const say = async (given: object) => (await client.post(`/v1/accounts/${id}`, { individual: given })).body;
  const unread = await say({ verification: { document: { front: 'file_identity_document_failure' } } });
  expect(unread.requirements.errors).toMatchObject([{ code: 'verification_document_not_readable' }]);
  expect(unread.individual.verification.document).toMatchObject({ details_code: 'document_not_readable' });
  const shown = await say({ verification: { document: { front: 'file_identity_document_success' } } });
  expect([shown.requirements.currently_due, shown.requirements.errors, shown.charges_enabled]).toEqual([[], [], true]);
  const nowhere = await say({ address: { line1: 'address_no_match' } });
  expect(nowhere.requirements).toMatchObject({
    currently_due: ['individual.verification.additional_document'],
    errors: [{ code: 'verification_failed_residential_address' }],
  });
  const found = await say({ address: { line1: 'address_full_match' }, id_number: '000000000' });
  expect(found).toMatchObject({ charges_enabled: true, individual: { verification: { status: 'verified' } } });
});

test('the numbers of a company are shown as provided and verified', async () => {
  const client = service.client();
  const { id } = await connected(client, { ...of_company, company: { ...of_company.company, tax_id: '111111111', vat_id: 'DE123456789' } });
  const account = (await client.get(`/v1/accounts/${id}`)).body;
  expect(account.company).toMatchObject({ tax_id_provided: true, vat_id_provided: true, registration_number_provided: false });
  expect(account.requirements.errors).toMatchObject([{ code: 'verification_failed_tax_id_match' }]);
  expect(account.requirements.currently_due).toContain('company.verification.document');
  const { requirements } = (await client.post(`/v1/accounts/${id}`, { company: { tax_id: '000000000' } })).body;
  expect([requirements.errors, requirements.currently_due.includes('company.verification.document')]).toEqual([[], false]);
});

test('each change of a person has an event in the account, with the event of the account', async () => {
  const client = service.client();
  const { id } = await connected(client, of_company);
  const person = (await client.post(`/v1/accounts/${id}/persons`, representative)).body;
  await client.post(`/v1/accounts/${id}/persons/${person.id}`, { email: '' });
  await client.del(`/v1/accounts/${id}/persons/${person.id}`);
  const events = (await client.get('/v1/events', { limit: 100 }, as(id))).body.data as { type: string; data: { object: { id: string } } }[];
  const of_person = events.filter(({ data }) => data.object.id === person.id).map(({ type }) => type);
  expect(of_person).toEqual(['person.deleted', 'person.updated', 'person.created']);
  expect(events.filter(({ type }) => type === 'account.updated').length).toBeGreaterThanOrEqual(3);
  expect(events.filter(({ type }) => type === 'capability.updated').length).toBeGreaterThanOrEqual(4);
  expect(JSON.stringify(events)).not.toContain('held_by');
});
