import { internal, nullable } from '../../../kernel/base/fields.js';
import { flag, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { place } from '../../../kernel/base/place.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { due_members } from './due-lists.js';

const requested = { active: 'capability.updated', inactive: 'capability.updated', pending: 'capability.updated' } as const;

/** The edge from a state to itself has the event of changed requirements. */
const to_any = { ...requested, unrequested: 'capability.updated' } as const;

/** Something that a connected account has asked to be allowed to do; its id is the name of that. */
export const capability = resource({
  object: 'capability',
  prefix: 'capability',
  fields: {
    account: ref('account'),
    /** The account again, by the column of lists. */
    held_by: internal(ref('account')),
    place,
    requested: flag,
    requested_at: nullable(timestamp),
    requirements: object({ ...due_members, current_deadline: nullable(timestamp), disabled_reason: nullable(text) }),
  },
  states: { active: to_any, inactive: to_any, pending: to_any, unrequested: to_any },
  start: requested,
  owner: 'held_by',
  columns: ['held_by', 'place'],
});

/** A capability as rules see it. */
export type Capability = It<typeof capability>;
