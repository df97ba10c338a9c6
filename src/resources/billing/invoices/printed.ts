import { internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import { text } from '../../../kernel/base/kinds.js';
import { listOf, plainObject } from '../../../kernel/base/members.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import type { Customer } from '../../customers/customers/customer.js';
import type { taxId } from '../../customers/tax-ids/tax-id.js';
import { address, address_for_payer } from '../../parts.js';
import { content } from '../rendering-templates/template.js';

type TaxId = It<typeof taxId>;

/**
 * The printed content that no other member holds, as of finalization: a print in ten years shows
 * the same paper, in the same language.
 */
export const printed = internal(
  plainObject({
    issuer: plainObject({
      address: nullable(address),
      color: nullable(text),
      email: nullable(text),
      /** The link by which its logo is read. */
      logo: nullable(text),
      phone: nullable(text),
      tax_ids: listOf(plainObject({ type: text, value: text })),
    }),
    locales: listOf(text, 20),
    /** What its template puts on it; of invoices without one null, and absent on older ones. */
    template: sometimes(nullable(plainObject(content))),
  }),
);

/** All of it: it is meant for the recipient of the invoice. */
export const printed_for_payer = {
  issuer: { address: address_for_payer, color: true, email: true, logo: true, phone: true, tax_ids: { type: true, value: true } },
  locales: true,
  template: {
    amount_tax_display: true,
    custom_fields: { name: true, value: true },
    footer: true,
    memo: true,
    pdf: { page_size: true },
  },
} as const;

/** A tax id as a paper has it. */
export const numberIn = ({ type, value }: Pick<TaxId, 'type' | 'value'>): { type: string; value: string } => ({ type, value });

/** What is printed of an account and for a customer, as they are now. */
export const printedNow = (
  { preferred_locales: locales }: Customer,
  owner: Pick<It<typeof account>, 'business_profile' | 'logo_link' | 'settings'> | null,
  tax_ids: readonly TaxId[],
) => ({
  issuer: {
    address: owner?.business_profile.support_address ?? null,
    color: owner?.settings.branding.primary_color ?? null,
    email: owner?.business_profile.support_email ?? null,
    logo: owner?.logo_link ?? null,
    phone: owner?.business_profile.support_phone ?? null,
    tax_ids: tax_ids.map(numberIn),
  },
  locales,
});
