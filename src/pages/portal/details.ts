import { checkout_words } from '../checkout/words.js';
import { addressFields } from '../kit/address-fields.js';
import { addressFormOf } from '../kit/address-form.js';
import { countriesFor } from '../kit/country-names.js';
import type { Refused } from '../kit/pages.js';
import { taxIdName, taxIdOptions } from '../kit/tax-id-names.js';
import { checkbox, foreign, form, group, html, input, type Markup, select } from '../kit/ui.js';
import type { Chosen } from './change.js';
import type { Shown } from './content.js';
import { type PortalView, portalPage, wayBackFrom } from './frame.js';
import type { Speaking } from './speaking.js';

type Update = Shown['features']['customer_update']['allowed_updates'][number];

const parts = ['line1', 'line2', 'postal_code', 'city', 'state', 'country'] as const;

/** What was typed in and not taken, and why. */
type Again = { readonly typed: Chosen; readonly refused: Refused };

/** A field's name, what stands in it and what is wrong with it. */
type Filling = (
  name: string,
  known: string | null | undefined,
) => { readonly name: string; readonly value: string; readonly fault?: string };

function fillingOf(again: Again | null, { fields, locale }: Speaking): Filling {
  const wrong = again && fieldOf(again.refused.param ?? '');
  const { invalid } = checkout_words[locale.language];
  const fault = again?.refused.code === 'parameter_missing' ? fields.required : invalid;
  return (name, known) => ({
    name,
    value: (again ? again.typed[name] : known) ?? '',
    ...(wrong === name && { fault: name === 'email' ? fields.invalid_email : fault }),
  });
}

/** The field that a parameter was typed into: `shipping[address][city]` is `shipping-city`. */
function fieldOf(param: string): string {
  const path = param.split(/[[\]]+/).filter(Boolean);
  const last = path.at(-1);
  if (last === 'type') return 'tax-type';
  if (last === 'value' || last === 'tax_id') return 'tax-number';
  return path.filter((part, place) => !(path[0] === 'shipping' && place === 1 && part === 'address')).join('-');
}

/** The page where customers change what they say of themselves, as far as they may. */
export function portalDetails(view: PortalView, again: Again | null = null): string {
  const { at, session, speaking } = view;
  const { said, paying } = speaking;
  const { customer, features, tax_id_types, tax_ids } = session.shown;
  const may = (name: Update): boolean => features.customer_update.allowed_updates.includes(name);
  const { address, email, name, phone, shipping } = customer;
  const filling = fillingOf(again, speaking);
  return portalPage(
    view,
    said.details,
    said.change_details,
    form({
      action: `${at}/details`,
      label: said.details,
      submit: said.save,
      content: [
        may('name') && input({ ...filling('name', name), label: paying.name, autocomplete: 'name' }),
        may('email') && input({ ...filling('email', email), label: paying.email, type: 'email', autocomplete: 'email' }),
        may('phone') && input({ ...filling('phone', phone), label: said.phone, autocomplete: 'tel' }),
        may('address') && group(said.address, 'who', ...placeFields({ of: 'address', kind: 'billing' }, address, filling, speaking)),
        may('shipping') &&
          group(
            said.shipping,
            'who',
            input({ ...filling('shipping-name', shipping?.name), label: paying.name, autocomplete: 'shipping name' }),
            ...placeFields({ of: 'shipping', kind: 'shipping' }, shipping?.address ?? null, filling, speaking),
          ),
        may('tax_id') && taxFields({ tax_id_types, tax_ids }, filling, speaking),
      ],
    }),
    wayBackFrom(view),
  );
}

type Whose = { readonly of: 'address' | 'shipping'; readonly kind: 'billing' | 'shipping' };

const placeFields = (
  { of, kind }: Whose,
  address: Shown['customer']['address'],
  filling: Filling,
  { fields, locale }: Speaking,
): Markup[] => {
  const country = filling(`${of}-country`, address?.country);
  return [
    select({ ...country, autocomplete: `${kind} country`, label: fields.country, options: countriesFor(locale, null) }),
    addressFields({
      form: addressFormOf(country.value, locale.language),
      words: fields,
      kind,
      is_required: false,
      filling: (part) => filling(`${of}-${part}`, address?.[part]),
    }),
  ];
};

function taxFields(
  { tax_id_types, tax_ids }: Pick<Shown, 'tax_id_types' | 'tax_ids'>,
  filling: Filling,
  { said, locale }: Speaking,
): Markup {
  const known = tax_ids.map(({ id, type, value }) =>
    checkbox({
      name: `remove-${id}`,
      label: html`${said.remove}: ${taxIdName(type, locale)} ${foreign(value)}`,
      chosen: filling(`remove-${id}`, '').value !== '',
    }),
  );
  const options = taxIdOptions(tax_id_types, locale);
  return group(
    said.tax_ids,
    'who',
    known,
    select({ ...filling('tax-type', ''), label: said.tax_type, options }),
    input({ ...filling('tax-number', ''), label: said.tax_number, autocomplete: 'off' }),
  );
}

const given = (value: string | undefined): string | null => value || null;

const addressIn = (of: string, typed: Chosen): object => Object.fromEntries(parts.map((part) => [part, given(typed[`${of}-${part}`])]));

/** What was typed in, as the API takes it: nothing that customers may not change. */
export function detailsIn({ features, tax_ids }: Shown, typed: Chosen): object {
  const may = (name: Update): boolean => features.customer_update.allowed_updates.includes(name);
  const removed = tax_ids.flatMap(({ id }) => (typed[`remove-${id}`] ? [id] : []));
  const { 'tax-type': type, 'tax-number': value } = typed;
  return {
    ...(may('name') && { name: given(typed.name) }),
    ...(may('email') && { email: given(typed.email) }),
    ...(may('phone') && { phone: given(typed.phone) }),
    ...(may('address') && { address: addressIn('address', typed) }),
    ...(may('shipping') && { shipping: { name: given(typed['shipping-name']), address: addressIn('shipping', typed) } }),
    ...(may('tax_id') && removed.length > 0 && { tax_ids_deleted: removed }),
    ...(may('tax_id') && (type || value) && { tax_id: { ...(type && { type }), ...(value && { value }) } }),
  };
}
