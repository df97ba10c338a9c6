import { about } from '../../../kernel/base/fields.js';
import { text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';

/** The errors in what an owner has answered, as pages show them. */
export const wrong_answers = about(
  'What is wrong with earlier answers.',
  listOf(
    object({
      code: about('The kind of error, for programs.', text),
      reason: about('What is wrong and how to correct it, as a sentence.', text),
      requirement: about('The parameter that must be sent again to correct the error.', text),
    }),
    100,
  ),
);
