import { type Around, type Effects, set } from '../../../kernel/base/effects.js';
import { mergeMembers } from '../../../kernel/base/members.js';
import { many } from '../../../kernel/base/reads.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import { type Person, person } from '../persons/person.js';
import type { account } from './account.js';
import { type Capability, capability } from './capability.js';
import { dueOfPerson } from './person-requirements.js';
import { judged, type Told, toldOf } from './requirements.js';

type Account = It<typeof account>;

/** What is judged together with the account whose rule it is. */
export const of_it = {
  persons: many(person, { by: 'held_by' }),
  capabilities: many(capability, { by: 'held_by' }),
} as const;

/** The same, for the rules of what an account has: they read it as `account`. */
export const of_account = {
  persons: many(person, { by: 'held_by', of: 'account.id' }),
  capabilities: many(capability, { by: 'held_by', of: 'account.id' }),
} as const;

/** What an account has that is judged with it. */
export type Having = { readonly persons: readonly Person[]; readonly capabilities: readonly Capability[] };

/** What follows for a person from what is known of them: the information that is due, and whether they are known to be who they say. */
export function judgedPerson(it: Omit<Person, 'id'>, told: Pick<Told, 'business_type' | 'country'>): Settable<typeof person> {
  const { currently, eventually, errors } = dueOfPerson(it, told.business_type === 'individual', told.country);
  const is_verified = !it.livemode && currently.length === 0 && it.first_name !== null && it.id_number_found === 'matched';
  return {
    requirements: { currently_due: [...currently], eventually_due: [...eventually], past_due: [...currently], errors: [...errors] },
    verification: { status: is_verified ? 'verified' : 'unverified', ...faultIn(errors) },
  };
}

/** Why a person could not be verified, where it is known. */
function faultIn([error]: readonly { readonly code: string; readonly reason: string }[]) {
  return { details: error?.reason ?? null, details_code: error ? error.code.replace(/^verification_/, '') : null };
}

/** A change of an account with all that follows from it: for itself, and for what it has. */
export function judge(it: Account, change: Settable<typeof account>, having: Having, around: Around) {
  const told = toldOf(it, change);
  const persons = having.persons.map((each) => set(each, judgedPerson(each, told)));
  const changed = set(it, { ...change, ...judged(told, persons), settings: withFollowing(change.settings, told) });
  const others: Effects = [persons, it.platform || change.platform ? capabilitiesOf(changed, having.capabilities, around) : null];
  const effects: Effects = [changed, others];
  return { changed, others, effects };
}

/** Changed settings, with those that follow from something else. */
const withFollowing = (given: Settable<typeof account>['settings'], { business_profile, settings }: Told) => ({
  ...given,
  dashboard: { display_name: business_profile.name },
  payments: {
    ...given?.payments,
    statement_descriptor_prefix_kana: settings.card_payments.statement_descriptor_prefix_kana,
    statement_descriptor_prefix_kanji: settings.card_payments.statement_descriptor_prefix_kanji,
  },
});

/** What an account has asked for, each as an object; what it wants no more stays, and says so. */
function capabilitiesOf(it: Account, known: readonly Capability[], around: Around): Effects {
  const { current_deadline: _, disabled_reason, ...due } = it.requirements;
  const of_one = { ...due, disabled_reason: disabled_reason === 'requirements.past_due' ? 'requirements.fields_needed' : disabled_reason };
  const made = Object.entries(it.capabilities).filter(([name]) => !known.some(({ id }) => id === name));
  return [
    known.map((each) => {
      const status = it.capabilities[each.id] ?? 'unrequested';
      const requested = status !== 'unrequested';
      const requested_at = requested ? (each.requested_at ?? around.now) : null;
      return set(each, { status, requested, requested_at, requirements: requested ? of_one : nothing_due });
    }),
    made.map(([name, status]) => {
      const begun = { account: it.id, held_by: it.id, place: around.fresh(capability), requested: true, requested_at: around.now };
      return around.make(capability, { ...begun, status, requirements: of_one }, name);
    }),
  ];
}

const nothing_due = {
  alternatives: [],
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
};

/** A person as they will be. */
export const personAfter = (it: Omit<Person, 'id'>, change: Settable<typeof person>): Person =>
  mergeMembers(person.fields, it as Person, change) as Person;
