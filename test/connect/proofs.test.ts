import { afterAll, beforeAll, expect, test } from 'vitest';
import { as, connected, of_company, whole_account } from '../support/connect.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { upload } from '../support/uploads.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const fileOf = async (client: Client, account: string, purpose = 'account_requirement'): Promise<string> => {
  const { status, body, text } = await upload(service, client, { purpose, headers: as(account).headers });
  expect(status, text).toBe(200);
  return body.id;
};

test('documents of a business are shown with their files, each kind on its own, and clear up its tax number', async () => {
  const client = service.client();
  const company = { ...of_company.company, tax_id: '111111111' };
  const { id, requirements } = await connected(client, { ...of_company, company });
  expect(requirements.errors).toMatchObject([{ code: 'verification_failed_tax_id_match' }]);
  const [license, proof] = [await fileOf(client, id), await fileOf(client, id)];
  const person = (await client.post(`/v1/accounts/${id}/persons`, { first_name: 'Jo', last_name: 'Doe' })).body.id;
  await client.post(`/v1/accounts/${id}`, { documents: { company_license: { files: [license] } } });
  const proven = await client.post(`/v1/accounts/${id}`, {
    documents: {
      company_tax_id_verification: { files: [proof] },
      proof_of_ultimate_beneficial_ownership: { files: [proof], signer: { person } },
    },
  });
  expect(proven.body, proven.text).toMatchObject({
    documents: {
      company_license: { files: [license] },
      company_tax_id_verification: { files: [proof] },
      proof_of_ultimate_beneficial_ownership: { files: [proof], signer: { person } },
    },
    requirements: { errors: [] },
  });
});

test('a passport clears up the number of a person, and a statement is kept with a bank account', async () => {
  const client = service.client();
  const individual = { ...whole_account.individual, ssn_last_4: undefined, id_number: '111111111' };
  const account = await connected(client, { ...whole_account, individual });
  const file = await fileOf(client, account.id);
  const passport = { documents: { passport: { files: [file] }, visa: { files: [file] } } };
  const person = await client.post(`/v1/accounts/${account.id}/persons/${account.individual.id}`, passport);
  expect(person.body, person.text).toMatchObject(passport);
  expect((await client.get(`/v1/accounts/${account.id}`)).body).toMatchObject({ charges_enabled: true, requirements: { errors: [] } });
  const statement = { documents: { bank_account_ownership_verification: { files: [file] } } };
  const [bank] = account.external_accounts.data;
  const kept = await client.post(`/v1/accounts/${account.id}/external_accounts/${bank.id}`, statement);
  expect(kept.body, kept.text).toMatchObject({ ...statement, requirements: { currently_due: [] }, future_requirements: { errors: [] } });
});

test('400: a document names a file that is not there, one that was sent for something else, or somebody else', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const logo = await fileOf(client, id, 'business_logo');
  const refused = async (documents: object): Promise<unknown[]> => {
    const { status, body } = await client.post(`/v1/accounts/${id}`, { documents });
    return [status, body.error?.code, body.error?.param];
  };
  const at = 'documents[company_license][files][0]';
  expect(await refused({ company_license: { files: ['file_none'] } })).toEqual([400, 'resource_missing', at]);
  expect(await refused({ company_license: { files: [logo] } })).toEqual([400, 'parameter_invalid', at]);
  expect(await refused({ proof_of_registration: { signer: { person: 'person_none' } } })).toEqual([
    400,
    'resource_missing',
    'documents[proof_of_registration][signer][person]',
  ]);
});
