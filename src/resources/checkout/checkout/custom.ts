import { about, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';

const of_text = object({
  default_value: about('The text that the field contains at first; null for an empty field.', nullable(textOf(255))),
  maximum_length: about(
    'The largest number of characters, at most 255; null for no limit of its own.',
    nullable(integer({ minimum: 1, maximum: 255 })),
  ),
  minimum_length: about('The smallest number of characters; null for no limit.', nullable(integer({ minimum: 1, maximum: 255 }))),
  value: about('What the payer has entered; null until then.', nullable(textOf(255))),
});

/** What a payer is asked besides, in the merchant's own words. */
export const custom_fields = listOf(
  object({
    dropdown: about(
      'The choices of a field of the type `dropdown`; otherwise null.',
      nullable(
        object({
          default_value: about('The value that is selected at first; null for none.', nullable(textOf(100))),
          options: about(
            'The choices, at most 200.',
            listOf(
              object({
                label: about('The text of the choice that the payer sees, of at most 100 characters.', required(textOf(100))),
                value: about('The value of the choice that you receive, of at most 100 characters.', required(textOf(100))),
              }),
              200,
            ),
          ),
          value: about('The value that the payer has chosen; null until then.', nullable(textOf(100))),
        }),
      ),
    ),
    key: about('Your name for the field, of letters and digits; unique in the session.', required(textOf(200))),
    label: about(
      'What the payer sees beside the field.',
      required(
        object({
          custom: about('The text of the label, of at most 50 characters.', required(textOf(50))),
          type: about('The kind of label; always your own text.', required(oneOf('custom'))),
        }),
      ),
    ),
    numeric: about('The bounds and the answer of a field of the type `numeric`; otherwise null.', nullable(of_text)),
    optional: about('Whether the payer can leave the field empty; false by default.', flag),
    text: about('The bounds and the answer of a field of the type `text`; otherwise null.', nullable(of_text)),
    type: about('Whether the payer chooses from a list, or enters digits or any text.', required(oneOf('dropdown', 'numeric', 'text'))),
  }),
  3,
);

const of_text_for_visitor = { default_value: true, maximum_length: true, minimum_length: true } as const;

/** The questions without the answers of an earlier attempt. */
export const custom_fields_for_visitor = {
  dropdown: { default_value: true, options: { label: true, value: true } },
  key: true,
  label: { custom: true, type: true },
  numeric: of_text_for_visitor,
  optional: true,
  text: of_text_for_visitor,
  type: true,
} as const;

const of_text_for_payer = { ...of_text_for_visitor, value: true } as const;

/** All of it: it is for them to answer. */
export const custom_fields_for_payer = {
  ...custom_fields_for_visitor,
  dropdown: { ...custom_fields_for_visitor.dropdown, value: true },
  numeric: of_text_for_payer,
  text: of_text_for_payer,
} as const;

const said = nullable(object({ message: about('The text on the page, of at most 1200 characters.', required(textOf(1200))) }));

/** What the page says in the merchant's own words. */
export const custom_text = object({
  after_submit: about('Your text after the payer has paid; null for a default one.', said),
  shipping_address: about('Your text beside the shipping address; null for none.', said),
  submit: about('Your text beside the button that pays; null for none.', said),
  terms_of_service_acceptance: about('Your label of the checkbox that accepts the terms of service; null for a default one.', said),
});

const said_to_payer = { message: true } as const;

/** All of it: it is for them to read. */
export const custom_text_for_payer = {
  after_submit: said_to_payer,
  shipping_address: said_to_payer,
  submit: said_to_payer,
  terms_of_service_acceptance: said_to_payer,
} as const;
