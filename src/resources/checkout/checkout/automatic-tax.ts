import type { TaxNumber } from '../../../arithmetic/tax/determine.js';
import type { Address } from '../../../arithmetic/tax/places.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { flag, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object, plainObject } from '../../../kernel/base/members.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import type { Customer } from '../../customers/customers/customer.js';
import { address } from '../../parts.js';
import { type Automatic, automaticFor, type Sold } from '../../tax/automatic.js';
import { positionOf } from '../../tax/position.js';
import { requireActive } from '../../tax/require-active.js';
import { shipping_code } from '../../tax/supply.js';

/** How something that a session or a link sells is taxed: a line item, or a shipping rate. */
export const taxed_as = listOf(plainObject({ of: text, tax_behavior: nullable(text), tax_code: nullable(text) }));

/** Something that is sold, and how it is taxed. */
export type TaxedAs = { readonly of: string; readonly tax_behavior: string | null; readonly tax_code: string | null };

const liability = about(
  'The account that is liable for the taxes; null without automatic taxes.',
  nullable(object({ type: about('Always `self`.', oneOf('self')) })),
);

/** Automatic taxes of a payment link. */
export const automatic_tax_of_link = about(
  'The automatic calculation of taxes, by the settings and registrations of the account.',
  object({ enabled: about('Whether taxes are calculated automatically.', flag), liability }),
);

/** The members of a session about automatic taxes. */
export const of_taxes = {
  automatic_tax: about(
    'The automatic calculation of taxes, by the settings and registrations of the account.',
    object({
      enabled: about('Whether taxes are calculated automatically.', flag),
      liability,
      provider: about('Always `stripe`, the name of the calculation for SDKs; null without automatic taxes.', nullable(text)),
      status: about(
        '`requires_location_inputs` until the payer has entered an address, then `complete`; null without automatic taxes.',
        nullable(oneOf('complete', 'failed', 'requires_location_inputs')),
      ),
    }),
  ),
  /** The address that decides the taxes, as the payer has entered it. */
  tax_address: internal(nullable(address)),
  /** The tax ids that the payer has entered. */
  tax_numbers_entered: internal(listOf(plainObject({ type: text, value: text }))),
  /** The record of the taxes of its payment. */
  tax_transaction: internal(ref('tax.transaction')),
  taxed_as: internal(taxed_as),
} as const;

/** The tax codes and tax behaviors of the parts of a purchase. */
export type Taxing = {
  readonly automatic: Automatic;
  readonly soldAs: (of: string) => Sold;
  readonly shippedAs: (rate: string) => Sold;
};

/** The input of the automatic taxes of a session. */
export type Taxable = {
  readonly automatic_tax?: { readonly enabled?: boolean | undefined } | undefined;
  readonly currency: string | null;
  readonly tax_address?: Address | null | undefined;
  readonly tax_numbers_entered?: readonly Partial<TaxNumber>[] | undefined;
  readonly taxed_as?: readonly Partial<TaxedAs>[] | undefined;
};

type Of = {
  readonly account: It<typeof account> | null;
  readonly customer: Customer | null;
  readonly livemode: boolean;
  readonly now: number;
};

const plain: Sold = { tax_behavior: null, tax_code: null };

/** The automatic taxes of a session; null where it has none. */
export function taxingOf(it: Taxable, { account: owner, customer, livemode, now }: Of): Taxing | null {
  if (!it.automatic_tax?.enabled) return null;
  const known = new Map((it.taxed_as ?? []).map(({ of = '', tax_behavior = null, tax_code = null }) => [of, { tax_behavior, tax_code }]));
  const numbers = (it.tax_numbers_entered ?? []).flatMap(({ type, value }) => (type && value ? [{ type, value }] : []));
  const address = it.tax_address ?? null;
  return {
    automatic: automaticFor({ account: owner, customer, address, numbers, currency: it.currency ?? '', livemode, now }),
    soldAs: (of) => known.get(of) ?? plain,
    shippedAs: (rate) => ({ ...plain, ...known.get(rate), tax_code: known.get(rate)?.tax_code ?? shipping_code }),
  };
}

/** The automatic taxes of a new session. Refuses them without tax settings or beside tax rates. */
export function automaticTaxOf(
  sent: { readonly enabled: boolean } | undefined,
  owner: It<typeof account> | null,
  manual: readonly unknown[],
  asked: Asked,
) {
  if (!sent?.enabled) return {};
  requireActive(positionOf(owner), asked, 'automatic_tax[enabled]');
  if (manual.length) {
    const message = 'Automatic taxes take the place of tax rates. Leave tax_rates out of line_items, or automatic_tax off.';
    asked.refuse({ code: 'parameters_exclusive', param: 'automatic_tax[enabled]', message });
  }
  return { automatic_tax: { enabled: true, liability: { type: 'self' as const } } };
}

/** Automatic taxes with the status of their calculation. */
export const automaticShown = ({ automatic }: Taxing) => ({
  enabled: true,
  liability: { type: 'self' as const },
  provider: 'stripe',
  status: automatic.status,
});
