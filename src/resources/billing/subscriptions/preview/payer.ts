import { type Around, type Asked, type Effect, set } from '../../../../kernel/base/effects.js';
import { about, type Given, nullable } from '../../../../kernel/base/fields.js';
import { oneOf, textOf } from '../../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../../kernel/base/members.js';
import { own } from '../../../../kernel/base/reads.js';
import { creation } from '../../../../kernel/base/rules.js';
import { account } from '../../../accounts/accounts/account.js';
import { type Customer, customer } from '../../../customers/customers/customer.js';
import { number_input, requireNumber, writtenAs } from '../../../customers/tax-ids/index.js';
import { invoice } from '../../invoices/invoice.js';
import { automatic_tax_input } from '../../invoices/parts.js';
import { relined } from '../../invoices/relined.js';
import { requireIssuer } from '../../invoices/shares.js';
import { plainsOf } from '../../invoices/sums.js';
import { automaticSaid, requireAutomatic } from '../../invoices/taxed-by.js';

const tax_ids = about('The tax ids that the previewed invoice shows, up to five.', listOf(object(number_input), 5));

/** The customer of a preview: an existing one with changes, or a new one. */
export const customer_details = about(
  'The customer of the preview, new or with changes to the stored one; nothing of it is stored.',
  object({
    ...pick(customer.fields, 'address', 'shipping'),
    tax: about(
      'The tax location of the customer in the preview.',
      object({ ip_address: about('The IP address of the customer, of at most 45 characters.', nullable(textOf(45))) }),
    ),
    tax_exempt: about('Whether the customer pays taxes in the preview.', nullable(oneOf('none', 'exempt', 'reverse'))),
    tax_ids,
  }),
);

type Details = Given<{ details: typeof customer_details }>['details'];

/** Refuses customer details with an invalid tax id. */
export function requireDetails(details: Details, asked: Asked): void {
  for (const [place, each] of (details?.tax_ids ?? []).entries()) requireNumber(each, asked, `customer_details[tax_ids][${place}][value]`);
}

/** Who pays, as they are in the preview alone. */
export function imagined(stored: Customer | null, details: Details, { make }: Around): Customer & Effect {
  const { tax_exempt, tax_ids, ...others } = details ?? {};
  const numbers = tax_ids?.map(({ type, value }) => ({ id: '', type, value: writtenAs({ value }) }));
  const change = {
    ...others,
    ...(numbers && { tax_numbers: numbers }),
    ...(tax_exempt !== undefined && { tax_exempt: tax_exempt ?? ('none' as const) }),
  };
  return stored ? set(stored, change, null) : make(customer, change);
}

/** Puts the tax ids, the issuer and the account on whose behalf it is on a previewed invoice. */
export const tellParties = creation(invoice, {
  takes: { ...pick(invoice.fields, 'issuer', 'on_behalf_of'), tax_ids },
  decide: ({ it, input: { tax_ids: numbers, ...others } }, asked) => {
    if (others.issuer) requireIssuer(others.issuer, asked);
    const customer_tax_ids = numbers?.map((each) => ({ type: each.type, value: writtenAs(each) }));
    return set(it, { ...others, ...(customer_tax_ids && { customer_tax_ids }) });
  },
});

/** Calculates the taxes of a previewed invoice automatically, or leaves them out. */
export const taxedPreview = creation(invoice, {
  takes: { automatic_tax: automatic_tax_input },
  reads: { account: own(account), customer },
  decide: ({ it, input: { automatic_tax: wanted }, account: owner, customer: payer }, asked) => {
    if (!wanted || wanted.enabled === it.automatic_tax.enabled) return null;
    requireAutomatic(wanted, { account: owner, rates: it.default_tax_rates }, asked);
    const said = set(it, { status: 'draft', automatic_tax: automaticSaid(wanted.enabled) });
    return [said, relined(said, plainsOf(said), { account: owner, customer: payer }, asked)];
  },
});
