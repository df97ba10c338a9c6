import { about } from '../../../kernel/base/fields.js';
import { text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';

const due = listOf(text, 500);

/** The due fields of an account, a person or a capability, by their parameter names. */
export const due_members = {
  alternatives: about(
    'Sets of fields that can be provided in place of others; always empty.',
    listOf(
      object({
        alternative_fields_due: about('The fields that can be provided in place of the original ones.', due),
        original_fields_due: about('The fields that the alternative ones replace.', due),
      }),
      20,
    ),
  ),
  currently_due: about('The parameters that must be sent before payments and payouts are enabled.', due),
  errors: about(
    'What is wrong with information that was sent, for example a document that cannot be read.',
    listOf(
      object({
        code: about('The kind of error, for programs.', text),
        reason: about('What is wrong and how to correct it, as a sentence.', text),
        requirement: about('The parameter that must be sent again to correct the error.', text),
      }),
      100,
    ),
  ),
  eventually_due: about('The parameters that must be sent now or later; it contains those of `currently_due`.', due),
  past_due: about('The parameters whose absence disables payments and payouts now.', due),
  pending_verification: about('The parameters that are being verified; always empty, since verification is immediate.', due),
} as const;

/** The same as a member. */
export const due_lists = object(due_members);

/** What is due of something. */
export type Due = (typeof due_lists)['initial'];
