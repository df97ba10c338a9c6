import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Given, nullable, required, sometimes } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { replaced } from '../../parts.js';

const most = 99_999_999_999;
const part = integer({ minimum: 0, maximum: most });
const off = integer({ minimum: 1, maximum: most });
const quantity = integer({ minimum: 1, maximum: 999_999_999 });
const postal_code = textOf(10);

/** The object name of a line of `amount_details`, and the beginning of its ids. */
const line_id = { object: 'payment_intent_amount_details_line_item', prefix: 'uli' } as const;

/** The error of parts that do not add up to the amount. */
const mismatch = 'amount_details_amount_mismatch';

const line_tax = object({ total_tax_amount: about('The tax on the line in the smallest unit of the currency.', required(part)) });

const line_given = {
  discount_amount: about('The discount on the line in the smallest unit of the currency; not together with one on the whole.', off),
  product_code: about('Your code of the product, up to 12 characters.', textOf(12)),
  product_name: about('The name of the product, up to 1024 characters.', required(textOf(1024))),
  quantity: about('How many units are bought.', required(quantity)),
  tax: about('The tax on the line; not together with a tax on the whole.', line_tax),
  unit_cost: about('The price of one unit in the smallest unit of the currency.', required(part)),
  unit_of_measure: about('The unit that the quantity counts, such as `feet`, up to 12 characters.', textOf(12)),
} as const;

const shipping = {
  amount: about('The cost of shipping in the smallest unit of the currency.', nullable(part)),
  from_postal_code: about('The postal code from which the goods are sent, up to 10 characters.', nullable(postal_code)),
  to_postal_code: about('The postal code to which the goods are sent, up to 10 characters.', nullable(postal_code)),
} as const;

const tax = { total_tax_amount: about('The tax on the whole in the smallest unit of the currency.', nullable(part)) } as const;

/** The parameter, which replaces what was sent before. */
export const amount_details_input = {
  amount_details: about(
    'The parts of the amount, for lower card fees and for your records. It replaces what was sent before; an empty value removes it.',
    nullable(
      sparse({
        discount_amount: about(
          'The discount on the whole in the smallest unit of the currency; not together with discounts on lines.',
          off,
        ),
        enforce_arithmetic_validation: about(
          'Whether parts that do not add up to the amount refuse the request, the default. With false, `amount_details.error` shows it.',
          flag,
        ),
        line_items: about('What is bought, at most 200 lines.', listOf(object(line_given), 200)),
        shipping: about('The shipping in the amount.', sparse(shipping)),
        tax: about('The tax in the amount; not together with taxes on lines.', sparse(tax)),
      }),
    ),
  ),
} as const;

const line_shown = object({
  id: about('The id of the line.', text),
  object: about('Always `payment_intent_amount_details_line_item`.', oneOf(line_id.object)),
  discount_amount: about('The discount on the line in the smallest unit of the currency; null for none.', nullable(off)),
  payment_method_options: about('Always null: Florin does not use it.', nullable(text)),
  product_code: about('Your code of the product; null for none.', nullable(textOf(12))),
  product_name: about('The name of the product.', textOf(1024)),
  quantity: about('How many units are bought.', quantity),
  tax: about('The tax on the line; null where it was not sent.', nullable(line_tax)),
  unit_cost: about('The price of one unit in the smallest unit of the currency.', part),
  unit_of_measure: about('The unit that the quantity counts; null where it was not sent.', nullable(textOf(12))),
});

/** The lines of a payment, as they are listed. */
export const amount_lines = listOf(line_shown, 200);

/** The member. */
export const amount_details = about(
  'The parts of the amount, as sent; absent where that was not sent. Its lines have a list of their own.',
  sometimes(
    nullable(
      replaced(
        object({
          discount_amount: about('The discount on the whole in the smallest unit of the currency.', sometimes(off)),
          error: about(
            'Why the parts do not add up to the amount; absent where they do.',
            sometimes(
              object({
                code: about('The code of the error, `amount_details_amount_mismatch`.', nullable(text)),
                message: about('The error in words.', nullable(text)),
              }),
            ),
          ),
          shipping: about('The shipping in the amount.', sometimes(object(shipping))),
          tax: about('The tax in the amount.', sometimes(object(tax))),
        }),
      ),
    ),
  ),
);

type Sent = Given<typeof amount_details_input>['amount_details'];
type Details = NonNullable<Sent>;

const added = (values: readonly (number | null | undefined)[]): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** The sum of the parts; null without lines. */
function totalOf({ discount_amount, line_items = [], shipping: sent, tax: taxed }: Details): number | null {
  if (line_items.length === 0) return null;
  const lines = line_items.map(({ discount_amount: less, quantity: count, tax: line, unit_cost }) =>
    added([count * unit_cost, line?.total_tax_amount, -(less ?? 0)]),
  );
  return added([...lines, sent?.amount, taxed?.total_tax_amount, -(discount_amount ?? 0)]);
}

const twice = (at: string): Refusal => ({
  code: 'parameters_exclusive',
  param: `amount_details[${at}]`,
  message: `Send ${at} either for the whole amount or for single lines, not for both.`,
});

function requireOnce({ discount_amount, line_items = [], tax: taxed }: Details, asked: Asked): void {
  if (discount_amount !== undefined && line_items.some((line) => line.discount_amount !== undefined))
    asked.refuse(twice('discount_amount'));
  if (taxed?.total_tax_amount != null && line_items.some((line) => line.tax)) asked.refuse(twice('tax'));
}

/** What a payment stores of its `amount_details`; refused where the parts do not add up, unless the request permits that. */
export function detailsOf(sent: Sent, amount: number, asked: Asked) {
  if (sent === undefined) return {};
  if (sent === null) return { amount_details: null, amount_lines: [] };
  requireOnce(sent, asked);
  const { enforce_arithmetic_validation: enforced = true, line_items = [], ...details } = sent;
  const total = totalOf(sent);
  const message = `The parts of amount_details add up to ${total}, and the amount is ${amount}. Change either of them, or send amount_details[enforce_arithmetic_validation]=false.`;
  const differs = total !== null && total !== amount;
  if (differs && enforced) asked.refuse({ code: 'parameter_invalid', param: 'amount_details[line_items]', message });
  const lines = line_items.map((line) => ({
    ...{ id: asked.fresh(line_id), object: line_id.object, discount_amount: null, payment_method_options: null, product_code: null },
    ...{ tax: null, unit_of_measure: null },
    ...line,
  }));
  const shown = {
    ...details,
    ...(details.shipping && { shipping: { amount: null, from_postal_code: null, to_postal_code: null, ...details.shipping } }),
    ...(differs && { error: { code: mismatch, message } }),
  };
  return { amount_details: shown, amount_lines: lines };
}

type Detailed = { readonly amount: number; readonly amount_lines?: readonly unknown[] | undefined };

const outdated: Refusal = {
  code: 'parameter_missing',
  param: 'amount_details',
  message:
    'The payment has lines that add up to its earlier amount. Send amount_details with the new amount, or an empty value to remove them.',
};

/** Refuses another amount for a payment whose lines add up to the earlier one. */
export function requireDetailsOf(it: Detailed, given: { readonly amount?: number; readonly amount_details?: unknown }, asked: Asked): void {
  const changes = given.amount !== undefined && given.amount !== it.amount;
  if (changes && given.amount_details === undefined && it.amount_lines?.length) asked.refuse(outdated);
}
