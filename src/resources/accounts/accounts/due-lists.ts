import { text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';

const due = listOf(text, 500);

/** The due fields of an account, a person or a capability, by their parameter names. */
export const due_members = {
  alternatives: listOf(object({ alternative_fields_due: due, original_fields_due: due }), 20),
  currently_due: due,
  errors: listOf(object({ code: text, reason: text, requirement: text }), 100),
  eventually_due: due,
  past_due: due,
  pending_verification: due,
} as const;

/** The same as a member. */
export const due_lists = object(due_members);

/** What is due of something. */
export type Due = (typeof due_lists)['initial'];
