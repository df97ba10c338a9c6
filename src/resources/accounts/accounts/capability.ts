import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { flag, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { place } from '../../../kernel/base/place.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { due_members } from './due-lists.js';

const requested = { active: 'capability.updated', inactive: 'capability.updated', pending: 'capability.updated' } as const;

/** The edge from a state to itself has the event of changed requirements. */
const to_any = { ...requested, unrequested: 'capability.updated' } as const;

const due = object({
  ...due_members,
  current_deadline: about('Always null: required information is due immediately.', nullable(timestamp)),
  disabled_reason: about(
    'Why the capability is inactive: fields are needed, or the platform rejected the account. Otherwise null.',
    nullable(text),
  ),
});

/** Something that a connected account has asked to be allowed to do; its id is the name of that. */
export const capability = resource({
  object: 'capability',
  prefix: 'capability',
  fields: {
    account: about('The connected account that the capability belongs to.', ref('account')),
    /** The account again, by the column of lists. */
    held_by: internal(ref('account')),
    place,
    requested: about('Whether the capability is wanted; false after it was withdrawn.', flag),
    requested_at: about('When the capability was requested, in Unix seconds; null after it was withdrawn.', nullable(timestamp)),
    requirements: about('What the account must provide before the capability is active.', due),
    future_requirements: about('What future rules will require; always empty.', due),
  },
  states: { active: to_any, inactive: to_any, pending: to_any, unrequested: to_any },
  start: requested,
  owner: 'held_by',
  columns: ['held_by', 'place'],
});

/** A capability as rules see it. */
export type Capability = It<typeof capability>;
