import type { Concealed } from '../../../kernel/base/concealed.js';
import { type Asked, type Effects, seal } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { concealed, metadata } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { AnyIt, Settable } from '../../../kernel/base/resource.js';
import { card_input, describeCard, preferredIn } from '../../core/cards/card-input.js';
import { walletOf } from '../../core/cards/wallet.js';
import { radar_options } from '../../core/radar/rule-fields.js';
import { billing_details } from '../../parts.js';
import type { Token } from '../tokens/token.js';
import { requireUsableToken, usedFor } from '../tokens/token.js';
import { account_inputs, accountFrom, type DebitType, isDebit } from './debits.js';
import { particulars } from './particulars.js';
import { members_by_type, payment_method_type, type paymentMethod, redisplay } from './payment-method.js';
import { payToFrom, payto_input } from './payto.js';
import { code_of_test_cards, expiryOfTestCards, nearestToken, numberOfToken } from './test-names.js';

const wallet_input = object({
  payment_code: about(
    "The code that the payer's app shows at the till, up to 128 letters, digits, underscores and hyphens. It is used for this request only and not stored.",
    concealed(/^[\w-]{1,128}$/, 'parameter_invalid'),
  ),
});

/** What a new payment method is made of (seed, payment_method_data). */
export const data_members = {
  ...(members_by_type as object),
  allow_redisplay: about('Whether the payment method may be offered to its payer again; `unspecified` by default.', redisplay),
  type: about('The type of the payment method. Send its data in the parameter of the same name.', required(payment_method_type)),
  billing_details,
  card: about('The card, if `type` is `card`.', card_input),
  wechat_pay: about('Data of a WeChat Pay payment, if `type` is `wechat_pay`.', wallet_input),
  alipayplus: about('Data of an Alipay+ payment, if `type` is `alipayplus`.', wallet_input),
  payto: payto_input,
  radar_options,
  ...account_inputs,
  metadata,
};

/** The same, as one parameter of an intent. */
export const payment_method_data = about('The data of a new payment method, in place of `payment_method`.', object(data_members));

/** Payment method data as read. */
export type PaymentMethodData = Given<typeof data_members>;

/** A payment method to create; a verification code and a wallet's one-time code serve only the question of this request. */
export type NewMethod = {
  readonly set: Settable<typeof paymentMethod>;
  readonly vault: Record<string, Concealed>;
  readonly cvc: Concealed | null;
  readonly payment_code: Concealed | null;
  /** The token that it is made of, and uses up. */
  readonly token: Token | null;
};

/** Puts into the vault what is known of a new payment method. */
export const kept = (method: AnyIt, { vault, token }: Pick<NewMethod, 'vault' | 'token'>): Effects =>
  token ? usedFor(token, method) : seal(method, vault);

type Reading = Pick<Asked, 'now' | 'fingerprint' | 'livemode' | 'refuse' | 'version'>;

/**
 * Reads payment method data into a payment method, or says why it cannot be one. `at` is the parameter it came in, '' at the top; `token`
 * is the one that it names, if there is one of that name.
 */
export function methodFrom(data: PaymentMethodData, at: string, token: Token | null, asked: Reading): NewMethod {
  const { type, allow_redisplay, billing_details = {}, metadata = {}, radar_options } = data;
  const offered = { ...(allow_redisplay && { allow_redisplay }), ...(radar_options && { radar_options }) };
  const common = { type, billing_details, metadata, ...offered };
  if (type === 'card') {
    const place = within(at, 'card');
    return token ? fromToken(token, data.card, place, asked, common) : fromCard(data.card, place, asked, common);
  }
  if (type === 'payto') return fromPayTo(type, data.payto, within(at, type), asked, common);
  if (isDebit(type)) return fromAccount(type, data, within(at, type), asked, common);
  const payment_code = data.wechat_pay?.payment_code ?? data.alipayplus?.payment_code ?? null;
  // A code is for this request alone, so nothing of these two is kept.
  const said = type === 'wechat_pay' || type === 'alipayplus' ? {} : ((data as Readonly<Record<string, unknown>>)[type] ?? {});
  return { set: { ...common, [type]: { ...unsaidOf(type), ...said } }, vault: {}, cvc: null, payment_code, token: null };
}

/** Members of a new payment method that its payer has not sent: defaults, and null for those that its processor reports later. */
function unsaidOf(type: string): object {
  const { said = {}, known = {} } = particulars[type] ?? {};
  const defaults = Object.entries(said).filter(([, { initial }]) => initial !== null);
  return Object.fromEntries([...defaults, ...Object.entries(known)].map(([name, { initial }]) => [name, initial]));
}

const within = (at: string, name: string): string => (at ? `${at}[${name}]` : name);

const missing = (param: string): Refusal => ({ code: 'parameter_missing', param, message: `Missing required param: ${param}.` });

function fromToken(token: Token, input: PaymentMethodData['card'], at: string, asked: Reading, common: NewMethod['set']): NewMethod {
  requireUsableToken(token, 'card', `${at}[token]`, asked);
  const { method } = token;
  if (!method?.card) throw new Error(`The token ${token.id} of a card has no card`);
  const { available } = method.card.networks;
  const preferred = preferredIn(input?.networks, available, `${at}[networks][preferred]`, asked);
  const card = { ...method.card, ...(preferred && { networks: { available, preferred } }) };
  const billing_details = { ...method.billing_details, ...common.billing_details };
  return { set: { ...common, card, billing_details }, vault: {}, cvc: null, payment_code: null, token };
}

function fromCard(input: PaymentMethodData['card'], at: string, asked: Reading, common: NewMethod['set']): NewMethod {
  if (!input) return asked.refuse(missing(at));
  const { token } = input;
  const named = token === undefined ? null : numberOfToken(token);
  const cvc = input.cvc ?? (named && code_of_test_cards(named));
  if (token !== undefined && (!named || asked.livemode)) {
    return asked.refuse({ code: 'resource_missing', status: 400, param: `${at}[token]`, message: noSuchToken(token) });
  }
  const number = named ?? input.number;
  const { exp_month, exp_year } = named ? { ...expiryOfTestCards(asked.now), ...input } : input;
  if (!number) return asked.refuse(missing(`${at}[number]`));
  if (exp_month === undefined) return asked.refuse(missing(`${at}[exp_month]`));
  if (exp_year === undefined) return asked.refuse(missing(`${at}[exp_year]`));
  const { card, available } = describeCard({ number, exp_month, exp_year }, cvc, at, asked);
  const { networks, wallet } = input;
  const preferred = preferredIn(networks, available, `${at}[networks][preferred]`, asked);
  if (wallet) requireTestMode(`${at}[wallet]`, asked);
  return {
    set: {
      ...common,
      card: {
        ...card,
        ...(preferred && { networks: { available: [...available], preferred } }),
        ...(wallet && { wallet: walletOf(wallet) }),
      },
    },
    vault: { number },
    cvc,
    payment_code: null,
    token: null,
  };
}

/** A wallet gives a cryptogram with its card. No processor program accepts one, so only the sandbox takes cards of wallets. */
function requireTestMode(at: string, { livemode, refuse }: Reading): void {
  if (livemode)
    refuse({ code: 'test_mode_only', param: at, message: 'Cards of wallets exist in test mode only. Send the card without a wallet.' });
}

function noSuchToken(token: string): string {
  const near = nearestToken(token);
  return `No such token: '${token}'${near === null ? '' : `. Did you mean ${near}?`}`;
}

function fromAccount(
  type: DebitType,
  data: PaymentMethodData,
  at: string,
  asked: Reading,
  { billing_details, ...common }: NewMethod['set'],
): NewMethod {
  const account = accountFrom(type, data[type], at, asked);
  const { shown, number, holder } = account;
  const set = { ...common, billing_details: { ...holder, ...billing_details }, [type]: shown };
  return { set, vault: { number }, cvc: null, payment_code: null, token: null };
}

function fromPayTo(type: string, given: PaymentMethodData['payto'], at: string, asked: Reading, common: NewMethod['set']): NewMethod {
  const { shown, number } = payToFrom(given, at, asked);
  return { set: { ...common, [type]: shown }, vault: number ? { number } : {}, cvc: null, payment_code: null, token: null };
}
