import { addressOf } from '../kit/address-fields.js';
import { cardIn } from '../kit/card-form.js';
import type { Texts } from '../kit/form-texts.js';
import { currencyPressed } from './currencies.js';
import { isSame, namedBy, sentForm } from './fields.js';
import { asksOf } from './methods.js';
import { offerChange } from './offers.js';
import type { CheckoutSession } from './session.js';
import { isAmountOpen, isQuantityOpen, minorOf } from './summary.js';
import { chosenWay, particularName } from './ways.js';

type Told = Readonly<Record<string, unknown>>;

/** What was typed in, without what was left empty. */
const filledIn = (told: Readonly<Record<string, string | undefined>>): Told =>
  Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined && value !== ''));

const member = (name: string, told: Told): Told => (Object.keys(told).length > 0 ? { [name]: told } : {});

const addressIn = (texts: Texts, whose: 'shipping' | 'billing'): Told => ({
  ...filledIn({ country: texts[`${whose}_country`] }),
  ...addressOf(sentForm(texts, whose), (part) => texts[`${whose}_${part}`]),
});

/** Whether the payer says by the shipping address where they live as well. */
const isShared = (session: CheckoutSession, texts: Texts): boolean =>
  session.shipping_address_collection !== null && session.billing_address_collection === 'required' && isSame({ typed: texts });

/** All that the payer has filled in, as confirming takes it. */
export function confirmation(session: CheckoutSession, texts: Texts): object {
  const { shipping_address_collection, custom_fields, amount_total } = session;
  const billing = addressIn(texts, isShared(session, texts) ? 'shipping' : 'billing');
  const shipping = shipping_address_collection
    ? { ...filledIn({ name: texts.shipping_name }), ...member('address', addressIn(texts, 'shipping')) }
    : {};
  return {
    ...(session.page.is_due && methodIn(session, texts, billing)),
    ...(session.customer_email === null && filledIn({ email: texts.email })),
    ...filledIn({ name: texts.person_name || nameIn(session, texts), business_name: texts.business_name }),
    ...(isPhoneAsked(session) && filledIn({ phone: texts.phone })),
    ...(session.billing_address_collection === 'required' && member('address', billing)),
    ...member('shipping', shipping),
    ...member('custom_fields', filledIn(Object.fromEntries(custom_fields.map(({ key }) => [key, texts[`custom_${key}`]])))),
    ...member('consent', {
      ...(texts.terms_of_service === 'true' && { terms_of_service: 'accepted' }),
      ...(texts.promotions === 'true' && { promotions: 'opt_in' }),
    }),
    ...(texts.tax_id && { tax_id: filledIn({ type: texts.tax_id_type, value: texts.tax_id }) }),
    ...(texts.expected_amount && amount_total !== null && { expected_amount: Number(texts.expected_amount) }),
  };
}

const nameIn = (session: CheckoutSession, texts: Texts): string | undefined => texts[namedBy(session, isSame({ typed: texts })) ?? 'name'];

/** How it is paid: by what was saved, or by what was typed in. */
function methodIn(session: CheckoutSession, texts: Texts, address: Told): Told {
  const way = chosenWay(session, texts);
  if (session.page.methods.some(({ id }) => id === way)) return { payment_method: way };
  const { details, particulars } = asksOf(way);
  const who = {
    ...(details.includes('name') && filledIn({ name: nameIn(session, texts) })),
    ...filledIn({ email: session.customer_email ?? texts.email }),
    ...(isPhoneAsked(session) && filledIn({ phone: texts.phone })),
    ...member('address', address),
  };
  const said = filledIn(Object.fromEntries(particulars.map((particular) => [particular, texts[particularName(way, particular)]])));
  const own = way === 'card' ? { card: { ...cardIn(texts), ...(texts.wallet && { wallet: { type: texts.wallet } }) } } : member(way, said);
  const keep = texts.save_payment_method === 'true' && { save_payment_method: true };
  return { payment_method_data: { type: way, ...member('billing_details', who), ...own }, ...keep };
}

const isPhoneAsked = ({ phone_number_collection }: CheckoutSession): boolean => phone_number_collection?.enabled === true;

/** What the payer has changed in the order; null where nothing. */
export function changesIn(session: CheckoutSession, texts: Texts): object | null {
  const { page } = session;
  const items = changedItems(session, texts);
  const offer = offerChange(session, texts.do);
  const pressed = currencyPressed(texts.do);
  const code = texts.do === 'remove' ? '' : texts.promotion_code;
  const changes = {
    ...(items.length > 0 && { line_items: items }),
    ...(offer && { optional_items: [offer] }),
    ...(pressed && { presentment_currency: pressed }),
    ...(code !== undefined && (texts.do === 'remove' || code !== '') && code !== page.promotion_code && { promotion_code: code }),
    ...(texts.shipping_rate && texts.shipping_rate !== page.shipping_rate && { shipping_rate: texts.shipping_rate }),
    ...locationIn(session, texts),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}

const taxed = ({ shipping_address_collection }: CheckoutSession): 'shipping' | 'billing' =>
  shipping_address_collection ? 'shipping' : 'billing';

/** By what automatic taxes are calculated, as the payer has filled it in; the page sends it again, so that it is known what has changed. */
export function taxedBy(session: CheckoutSession, texts: Texts): string {
  const whose = taxed(session);
  return [...['country', 'state', 'postal_code'].map((part) => texts[`${whose}_${part}`] ?? ''), texts.tax_id ?? ''].join('|');
}

/** The address and the tax id that decide automatic taxes, where they have changed. */
function locationIn(session: CheckoutSession, texts: Texts): Told {
  const address = addressIn(texts, taxed(session));
  const is_new = session.automatic_tax.enabled && address.country && taxedBy(session, texts) !== texts.taxed_by;
  if (!is_new) return {};
  const { tax_id = '', tax_id_type } = texts;
  const numbered = session.tax_id_collection?.enabled && (tax_id === '' || tax_id_type);
  return { address, ...(numbered && { tax_id: { ...filledIn({ type: tax_id_type }), value: tax_id } }) };
}

/** Whether only what decides the taxes has changed. */
export const isOfTaxesAlone = (changes: object): boolean => Object.keys(changes).every((name) => name === 'address' || name === 'tax_id');

/** The items that the payer wants otherwise. Input that is not a number is sent as typed, and refused. */
export function changedItems({ line_items, currency }: CheckoutSession, texts: Texts): readonly { readonly id: string }[] {
  return (line_items?.data ?? []).flatMap((item) => {
    const typed = isQuantityOpen(item) ? texts[`quantity-${item.id}`] : undefined;
    const quantity = typed !== undefined && typed !== String(item.quantity) ? { quantity: digitsIn(typed) } : {};
    const priced = isAmountOpen(item) ? texts[`amount-${item.id}`] : undefined;
    const amount = priced === undefined ? undefined : (minorOf(priced, currency ?? '') ?? priced);
    const now = item.amount_subtotal / (item.quantity || 1);
    const told = { ...quantity, ...(amount !== undefined && amount !== now && { amount }) };
    return Object.keys(told).length > 0 ? [{ id: item.id, ...told }] : [];
  });
}

const digitsIn = (text: string): number | string => (/^\d{1,6}$/.test(text) ? Number(text) : text);
