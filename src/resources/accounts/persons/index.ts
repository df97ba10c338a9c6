import { type Around, type Asked, remove, seal, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../accounts/account.js';
import { files_of_person, requireFitDocuments } from '../accounts/documents.js';
import { judge, judgedPerson, of_account, personAfter } from '../accounts/judge.js';
import { toldOf } from '../accounts/requirements.js';
import { person_token, person_token_read, personTold, usedUp } from '../accounts/told-by-token.js';
import { person_input, roles_filter } from './input.js';
import { type Person, person } from './person.js';
import { document_reads, personFrom } from './read.js';

type Owner = Parameters<typeof judge>[0];

const reads = { account: own(account), ...of_account, ...document_reads, ...files_of_person } as const;

/** Refuses relationships that exclude each other among the persons of an account. */
function requireBeside(it: Person, persons: readonly Person[], asked: Asked): void {
  const others = persons.filter(({ id }) => id !== it.id);
  const first = it.relationship.representative && others.find(({ relationship }) => relationship.representative);
  if (first) {
    const param = 'relationship[representative]';
    asked.refuse({
      code: 'parameter_invalid',
      param,
      message: `${first.id} represents this account already. Update that person, or delete them.`,
    });
    return;
  }
  const owned = [it, ...others].reduce(
    (sum, { relationship: { owner, percent_ownership } }) => sum + (owner ? (percent_ownership ?? 0) : 0),
    0,
  );
  if (owned <= 100) return;
  asked.refuse({
    code: 'parameter_invalid',
    param: 'relationship[percent_ownership]',
    message: 'All owners together would own more than 100 percent.',
  });
}

const account_gone: Refusal = { code: 'resource_missing', param: 'account', message: 'This account has been deleted.' };

/** Adds a person to an account, and judges the account again. */
export const createPerson = creation(person, {
  takes: { ...person_input, ...person_token },
  reads: { ...reads, ...person_token_read },
  decide: ({ it, input: { person_token: named, ...sent }, account: owner, persons, capabilities, token, ...documents }, asked) => {
    if (!owner) return asked.refuse(account_gone);
    const input = { ...sent, ...personTold(named, sent, token, asked) };
    requireFitDocuments(sent.documents, documents, [], asked);
    const read = personFrom(it, input, documents, asked);
    const change = { account: owner.id, held_by: owner.id, ...read.change };
    requireBeside(personAfter(it, change), persons, asked);
    const made = set(it, wholly(it, change, owner));
    const judged = judge(owner, {}, { persons: [...persons, made], capabilities }, asked);
    return [usedUp(token), made, seal(made, read.vault), judged.effects];
  },
});

/** A change of a person with what follows of it for themselves. */
const wholly = (it: Omit<Person, 'id'>, change: Parameters<typeof personAfter>[1], owner: Owner) => {
  const { verification, ...found } = judgedPerson(personAfter(it, change), toldOf(owner, {}));
  return { ...change, ...found, verification: { ...change.verification, ...verification } };
};

/** Changes the given members of a person, and judges the account again. */
export const updatePerson = rule(person, 'update', {
  takes: { ...person_input, ...person_token },
  reads: { ...reads, ...person_token_read, kept: one(person, 'id') },
  decide: ({ it, input: { person_token: named, ...sent }, account: owner, persons, capabilities, kept, token, ...documents }, asked) => {
    if (!owner) return asked.refuse(account_gone);
    const input = { ...sent, ...personTold(named, sent, token, asked) };
    requireFitDocuments(sent.documents, documents, [], asked);
    const read = personFrom(it, input, documents, asked);
    requireBeside(personAfter(it, read.change), persons, asked);
    const changed = set(it, wholly(it, read.change, owner));
    const judged = judge(owner, {}, { persons: persons.map((each) => (each.id === it.id ? changed : each)), capabilities }, asked);
    const has_numbers = Object.keys(read.vault).length > 0;
    return [usedUp(token), changed, has_numbers && seal(changed, { ...keptOf(kept, asked), ...read.vault }), judged.effects];
  },
});

const keptOf = (kept: Person | null, around: Around) => (kept ? around.contents(kept) : {});

/** Removes a person from an account, and deletes their numbers. */
export const removePerson = rule(person, 'delete', {
  reads: { account: own(account), ...of_account },
  decide: ({ it, account: owner, persons, capabilities }, asked) => {
    if (!owner) return asked.refuse(account_gone);
    if (owner.individual?.id === it.id) return asked.refuse(whose_it_is);
    const judged = judge(owner, {}, { persons: persons.filter(({ id }) => id !== it.id), capabilities }, asked);
    return [seal(it, {}), remove(it), judged.effects];
  },
});

const whose_it_is: Refusal = {
  code: 'parameter_invalid',
  param: 'id',
  message: 'The business of this account is this person. Delete the account instead, or update the person.',
};

const of_role = { relationship: about('Only persons with all of these roles, each sent as `true`.', roles_filter) };
const columns = { roles: { of: 'relationship' } };

/** The persons group. What earlier versions of the API call people is the same. */
export const persons = [
  action('POST /v1/accounts/:account/persons', createPerson, {
    about: "Adds a person to a connected account, such as its representative or an owner; the account's requirements are judged again.",
  }),
  action('POST /v1/accounts/:account/persons/:id', updatePerson, {
    about: 'Updates a person; the requirements of the account are judged again.',
  }),
  action('DELETE /v1/accounts/:account/persons/:id', removePerson, {
    about: 'Deletes a person together with the stored id numbers. The person whose business the account is cannot be deleted.',
  }),
  retrieve(person, 'GET /v1/accounts/:account/persons/:id', { about: 'Retrieves a person of an account.' }),
  list(person, 'GET /v1/accounts/:account/persons', of_role, { columns, about: 'Lists the persons of an account, newest first.' }),
  action('POST /v1/accounts/:account/people', createPerson, {
    about: 'Adds a person to a connected account, as `POST /v1/accounts/:account/persons` does.',
  }),
  action('POST /v1/accounts/:account/people/:id', updatePerson, {
    about: 'Updates a person, as `POST /v1/accounts/:account/persons/:id` does.',
  }),
  action('DELETE /v1/accounts/:account/people/:id', removePerson, {
    about: 'Deletes a person, as `DELETE /v1/accounts/:account/persons/:id` does.',
  }),
  retrieve(person, 'GET /v1/accounts/:account/people/:id', {
    about: 'Retrieves a person of an account, as `GET /v1/accounts/:account/persons/:id` does.',
  }),
  list(person, 'GET /v1/accounts/:account/people', of_role, {
    columns,
    about: 'Lists the persons of an account, as `GET /v1/accounts/:account/persons` does.',
  }),
] as const;
