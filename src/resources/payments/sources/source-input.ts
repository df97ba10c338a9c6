import { type Asked, refusingAs } from '../../../kernel/base/effects.js';
import { field, type Given, problem } from '../../../kernel/base/fields.js';
import { textOf } from '../../../kernel/base/kinds.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { card_input } from '../../core/cards/card-input.js';
import { methodFrom, type NewMethod } from '../payment-methods/payment-method-data.js';
import type { Token } from '../tokens/token.js';
import { methodOfCard } from './card.js';

const id = textOf(255);

type CardGiven = NonNullable<Given<{ card: typeof card_input }>['card']>;
/** What older clients pay with: a token, a card that a customer keeps, or a card as it is typed in. */
export type SourceGiven = CardGiven & { readonly payment_method?: string };

/** A `source`: the id of a token or of a kept card, or a card. */
export const source_input = field<SourceGiven>(
  { anyOf: [id.schema, card_input.schema], examples: ['tok_visa'] },
  {},
  (value, at, reading) => {
    if (typeof value !== 'string') {
      const { object: _, ...members } = (value ?? {}) as Record<string, unknown>;
      return card_input.read(members, at, reading);
    }
    const kind = /^(tok|card)_/.exec(value)?.[1];
    if (!kind) return problem(reading, { code: 'parameter_invalid', param: at, message: no_source });
    const read = id.read(value, at, reading);
    if (read === undefined) return undefined;
    return kind === 'tok' ? { token: read } : { payment_method: methodOfCard(read) };
  },
);

const no_source =
  'Send a token such as tok_visa, a card that the customer keeps, or the members of a card here, and a payment method as payment_method.';

/** A kept card that is not there. */
export const no_such_source: Refusal = {
  code: 'resource_missing',
  status: 400,
  param: 'source',
  message: 'No such source. Send a token, or the id of a card that this customer keeps.',
};

/** The payment method that a `source` makes, or why it makes none. `token` is the one that it names. */
export function methodFromSource(given: CardGiven, token: Token | null, asked: Asked): NewMethod {
  return methodFrom({ type: 'card', card: given }, '', token, refusingAs(asked, asSource));
}

/** What is wrong with a card, by the name of the parameter that it came in. */
const asSource = ({ param = 'card', ...refusal }: Refusal): Refusal => ({
  ...refusal,
  param: param.replace(/^card(\[token\])?/, 'source'),
});
