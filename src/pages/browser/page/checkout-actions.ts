import { type Failure, type Json, membersOf, textOf } from '../shapes.js';

/** A session on the merchant's page, and what is known of its payer. */
export type CheckoutState = {
  readonly told: () => Json;
  readonly tell: (more: Json) => void;
  /** The answer of the API. */
  readonly view: () => Json;
  /** The session as the merchant's page reads it. */
  readonly shown: () => Json;
  readonly open: () => Promise<Failure | null>;
  readonly adjust: (changes: Json) => Promise<Failure | null>;
  readonly confirm: (params: Json) => Promise<Failure | null>;
  readonly leave: (url: string) => Promise<never>;
};

/** What the merchant's page can do with a session, by the names that Stripe's script has for it. */
export function checkoutActions(state: CheckoutState): Json {
  const adjusted = async (changes: Json, failed = plain): Promise<Json> => resultOf(state, await state.adjust(changes), failed);
  const told =
    (name: string) =>
    async (value: unknown): Promise<Json> => {
      state.tell({ [name]: value ?? null });
      return success(state);
    };
  return {
    getSession: () => state.shown(),
    applyPromotionCode: (code: unknown) => adjusted({ promotion_code: String(code) }, codeFailed),
    removePromotionCode: () => adjusted({ promotion_code: '' }),
    updateEmail: (email: unknown) => updateEmail(state, email),
    updatePhoneNumber: told('phoneNumber'),
    updateIndividualName: told('individualName'),
    updateBusinessName: told('businessName'),
    updateShippingAddress: (contact: unknown) => updateAddress(state, 'shippingAddress', contact),
    updateBillingAddress: (contact: unknown) => updateAddress(state, 'billingAddress', contact),
    updateTaxIdInfo: (info: unknown) => updateTaxId(state, info),
    updateLineItemQuantity: ({ lineItem, quantity }: Json) => adjusted({ line_items: [{ id: lineItem, quantity }] }),
    updateShippingOption: (shipping_rate: unknown) => adjusted({ shipping_rate }),
    updateCurrency: (currency: unknown) => adjusted({ presentment_currency: String(currency).toLowerCase() }),
    addOptionalLineItem: (price: unknown) => adjusted({ optional_items: offerOf(state, price).map((id) => ({ id })) }),
    removeOptionalLineItem: (price: unknown) => adjusted({ optional_items: offerOf(state, price).map((id) => ({ id, quantity: 0 })) }),
    runServerUpdate: async (work: () => Promise<unknown>) => {
      await work();
      return resultOf(state, await state.open(), plain);
    },
    validateElements: async () => success(state),
    confirm: (given: Json = {}) => confirm(state, given),
  };
}

const success = (state: CheckoutState): Json => ({ type: 'success', session: state.shown() });

type Failing = (failure: Failure) => Json;

const plain: Failing = ({ message }) => ({ message, code: null });
const codeFailed: Failing = ({ message }) => ({ message, code: 'invalidCode' });
const numberFailed: Failing = ({ message }) => ({ message, code: 'invalidTaxId' });

const paymentFailed: Failing = ({ decline_code, message, type }) =>
  type === 'card_error'
    ? { message, code: 'paymentFailed', paymentFailed: { declineCode: textOf(decline_code) ?? null } }
    : { message, code: null };

const resultOf = (state: CheckoutState, failure: Failure | null, failed: Failing): Json =>
  failure ? { type: 'error', error: failed(failure) } : success(state);

/** The ids of the optional items of a price: one, or none that the session offers. */
const offerOf = (state: CheckoutState, price: unknown): readonly unknown[] => {
  const { optionalItems } = state.shown();
  const found = Array.isArray(optionalItems) ? optionalItems.map(membersOf).find(({ priceId }) => priceId === price) : undefined;
  return [found?.id ?? price];
};

async function updateEmail(state: CheckoutState, email: unknown): Promise<Json> {
  const text = textOf(email) ?? null;
  if (text !== null && !/^\S+@\S+\.\S+$/.test(text)) {
    const code = text.includes('@') ? 'invalidEmail' : 'incompleteEmail';
    return { type: 'error', error: { message: 'The e-mail address is not complete.', code } };
  }
  state.tell({ email: text });
  return success(state);
}

/** An address decides the automatic taxes where goods are sent to it, or else where the bill is. */
async function updateAddress(state: CheckoutState, name: 'billingAddress' | 'shippingAddress', contact: unknown): Promise<Json> {
  state.tell({ [name]: contact ?? null });
  const { automatic_tax, shipping_address_collection } = state.view();
  const decides = shipping_address_collection ? 'shippingAddress' : 'billingAddress';
  const address = addressOf(contact);
  if (membersOf(automatic_tax).enabled !== true || name !== decides || !address) return success(state);
  return resultOf(state, await state.adjust({ address }), plain);
}

async function updateTaxId(state: CheckoutState, info: unknown): Promise<Json> {
  const tax_id = membersOf(membersOf(info).taxId);
  const businessName = textOf(membersOf(info).businessName) ?? null;
  const failure = await state.adjust({ tax_id: info ? tax_id : { value: '' } });
  if (!failure) state.tell({ taxIdInfo: info ?? null, businessName });
  return resultOf(state, failure, numberFailed);
}

const filled = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined && value !== ''));

function addressOf(contact: unknown): Json | null {
  const address = filled(membersOf(membersOf(contact).address));
  return Object.keys(address).length > 0 ? address : null;
}

/** What the page says of the payer, as the API takes it. */
function paramsOf(state: CheckoutState, given: Json): Json {
  const told = state.told();
  const { amount_total, shipping_address_collection } = state.view();
  const billing = given.billingAddress ?? told.billingAddress;
  const shipped = given.shippingAddress ?? told.shippingAddress;
  const address = addressOf(billing);
  const name = textOf(told.individualName) ?? textOf(membersOf(billing).name);
  const tax_id = membersOf(membersOf(told.taxIdInfo).taxId);
  return filled({
    email: given.email ?? told.email,
    phone: given.phoneNumber ?? told.phoneNumber,
    name,
    business_name: told.businessName,
    address,
    tax_id: Object.keys(tax_id).length > 0 ? tax_id : null,
    shipping:
      shipped && shipping_address_collection ? filled({ name: textOf(membersOf(shipped).name), address: addressOf(shipped) }) : null,
    expected_amount: amount_total,
    payment_method: given.paymentMethod,
    save_payment_method: given.savePaymentMethod,
  });
}

/** Pays. A payer who has to act, or who is to come back elsewhere, leaves the page. */
async function confirm(state: CheckoutState, given: Json): Promise<Json> {
  const failure = await state.confirm(paramsOf(state, given));
  if (failure) return { type: 'error', error: paymentFailed(failure) };
  const { id, page, return_url, status } = state.view();
  const step = textOf(membersOf(membersOf(page).step).url);
  if (status === 'open' && step) return state.leave(step);
  const back = textOf(given.returnUrl) ?? textOf(return_url);
  if (given.redirect === 'if_required' || back === undefined) return success(state);
  return state.leave(back.replaceAll('{CHECKOUT_SESSION_ID}', String(id)));
}
