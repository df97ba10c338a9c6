import type { Chosen } from './portal-change.js';
import { type PortalView, portalPage, wayBackFrom } from './portal-frame.js';
import type { Address, Shown } from './portal-seen.js';
import type { Speaking } from './portal-speaking.js';
import { checkbox, foreign, form, group, html, input, type Markup, select } from './ui.js';

const parts = ['line1', 'line2', 'postal_code', 'city', 'state', 'country'] as const;

/** The page where customers change what they say of themselves, as far as they may. */
export function portalDetails(view: PortalView): string {
  const { at, session, speaking } = view;
  const { said, paying } = speaking;
  const { customer, features, tax_id_types, tax_ids } = session.shown;
  const may = (name: string): boolean => features.customer_update.allowed_updates.includes(name);
  const { address, email, name, phone, shipping } = customer;
  return portalPage(
    view,
    said.details,
    said.change_details,
    form({
      action: `${at}/details`,
      label: said.details,
      submit: said.save,
      content: [
        may('name') && input({ name: 'name', label: paying.name, autocomplete: 'name', value: name ?? '' }),
        may('email') && input({ name: 'email', label: paying.email, type: 'email', autocomplete: 'email', value: email ?? '' }),
        may('phone') && input({ name: 'phone', label: said.phone, autocomplete: 'tel', value: phone ?? '' }),
        may('address') && group(said.address, 'who', ...addressFields('address', address, 'billing', speaking)),
        may('shipping') &&
          group(
            said.shipping,
            'who',
            input({ name: 'shipping-name', label: paying.name, autocomplete: 'shipping name', value: shipping?.name ?? '' }),
            ...addressFields('shipping', shipping?.address ?? null, 'shipping', speaking),
          ),
        may('tax_id') && taxFields({ tax_id_types, tax_ids }, speaking),
      ],
    }),
    wayBackFrom(view),
  );
}

const completions: Readonly<Record<(typeof parts)[number], string>> = {
  line1: 'address-line1',
  line2: 'address-line2',
  postal_code: 'postal-code',
  city: 'address-level2',
  state: 'address-level1',
  country: 'country',
};

const addressFields = (of: string, address: Address | null, kind: string, { said, paying }: Speaking): Markup[] =>
  parts.map((part) =>
    input({
      name: `${of}-${part}`,
      label: part === 'country' ? paying.country : said[part],
      autocomplete: `${kind} ${completions[part]}`,
      value: address?.[part] ?? '',
    }),
  );

/** `eu_vat` as people write it. */
const typeName = (type: string): string => type.toUpperCase().replaceAll('_', ' ');

function taxFields({ tax_id_types, tax_ids }: Pick<Shown, 'tax_id_types' | 'tax_ids'>, { said }: Speaking): Markup {
  const known = tax_ids.map(({ id, type, value }) =>
    checkbox({ name: `remove-${id}`, label: html`${said.remove}: ${typeName(type)} ${foreign(value)}`, chosen: false }),
  );
  const options = tax_id_types.map((type) => [type, typeName(type)] as const);
  return group(
    said.tax_ids,
    'who',
    known,
    select({ name: 'tax-type', label: said.tax_type, value: '', options }),
    input({ name: 'tax-number', label: said.tax_number, autocomplete: 'off' }),
  );
}

const given = (value: string | undefined): string | null => value || null;

const addressIn = (of: string, typed: Chosen): object =>
  Object.fromEntries(
    parts.map((part) => [part, given(part === 'country' ? typed[`${of}-${part}`]?.toUpperCase() : typed[`${of}-${part}`])]),
  );

/** What was typed in, as the API takes it: nothing that customers may not change. */
export function detailsIn({ features, tax_ids }: Shown, typed: Chosen): object {
  const may = (name: string): boolean => features.customer_update.allowed_updates.includes(name);
  const removed = tax_ids.flatMap(({ id }) => (typed[`remove-${id}`] ? [id] : []));
  const { 'tax-type': type, 'tax-number': value } = typed;
  return {
    ...(may('name') && { name: given(typed.name) }),
    ...(may('email') && { email: given(typed.email) }),
    ...(may('phone') && { phone: given(typed.phone) }),
    ...(may('address') && { address: addressIn('address', typed) }),
    ...(may('shipping') && { shipping: { name: given(typed['shipping-name']), address: addressIn('shipping', typed) } }),
    ...(may('tax_id') && removed.length > 0 && { tax_ids_deleted: removed }),
    ...(may('tax_id') && type && value && { tax_id: { type, value } }),
  };
}
