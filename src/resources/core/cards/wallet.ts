import { about, nullable, required, type SaidFields, sometimes } from '../../../kernel/base/fields.js';
import { oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { initialOf, object } from '../../../kernel/base/members.js';

/** The members of a card by wallet. */
const details: Readonly<Record<string, SaidFields>> = {
  apple_pay: {},
  google_pay: {},
  link: {
    funding_source_group: about(
      'The group of funding sources that paid; null where the processor does not report it.',
      nullable(textOf(255)),
    ),
  },
  samsung_pay: {},
};

const said = 'The type of the wallet: `apple_pay`, `google_pay`, `link` or `samsung_pay`. A member of the same name has its details.';

/** The wallet that a card was taken from, as a parameter. */
export const wallet_input = object({ type: about(said, required(oneOf('apple_pay', 'google_pay', 'link', 'samsung_pay'))) });

const by_type: object = Object.fromEntries(
  Object.entries(details).map(([type, members]) => [
    type,
    sometimes(about(`The details of the wallet, if \`type\` is \`${type}\`.`, object(members))),
  ]),
);

/** The wallet that a card was taken from. */
export const wallet = object({
  ...by_type,
  dynamic_last4: about(
    'The last four digits of the number that the device has in place of the card; null if they are unknown.',
    nullable(textOf(4)),
  ),
  type: about(said, text),
});

/** A wallet as it is stored. */
export const walletOf = ({ type }: { readonly type: string }) => ({
  dynamic_last4: null,
  type,
  [type]: initialOf(details[type] ?? {}),
});

/** Payers see which wallet it is. */
export const wallet_for_payer = { dynamic_last4: true, type: true } as const;
