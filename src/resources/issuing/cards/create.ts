import { Concealed } from '../../../kernel/base/concealed.js';
import { type Around, type Asked, type Effects, numbered, seal, set } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { integerOrDigits, oneOf, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one, sequence, unique } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { creation } from '../../../kernel/base/rules.js';
import { type Cardholder, cardholder, shownHolder } from '../cardholders/cardholder.js';
import { personalizationDesign } from '../personalization-designs/design.js';
import { card_controls_input, limitsOf, requireControls, usualLimits } from '../spending-controls.js';
import { type IssuedCard, issuedCard, lifecycle_controls, replacement_reasons } from './card.js';
import { canceled, takenOver } from './changed.js';
import { expiryOf, goneAs, keepsNumber, pin, requireReady, requireSent } from './checks.js';
import { designFor } from './design.js';
import { codeOf, numberOf } from './number.js';
import { shipmentOf, shipping_input } from './shipping.js';
import { walletsFor } from './wallets.js';

const { fields } = issuedCard;

const holder = ref('issuing.cardholder');

const taken = {
  ...pick(fields, 'default_decision', 'metadata', 'second_line'),
  cardholder: about('The cardholder of the new card; by default the one of the card that it replaces.', {
    ...holder,
    schema: { ...holder.schema, examples: ['ich_123'] },
  }),
  currency: about('The currency in which the card pays; that of the replaced card, if there is one.', required(fields.currency)),
  exp_month: about(
    'The last month in which the card is valid; by default this month, three years from now.',
    integerOrDigits({ minimum: 1, maximum: 12 }),
  ),
  exp_year: about(
    'The year in which the card expires, at most ten years from now; by default in three years.',
    integerOrDigits({ minimum: 2000, maximum: 9999 }),
  ),
  lifecycle_controls: about('When the card is canceled by itself; by default never.', lifecycle_controls),
  personalization_design: about(
    'The active design of a physical card; by default the default design of your account, if it is active.',
    ref('issuing.personalization_design'),
  ),
  pin: about('The PIN that the cardholder has chosen.', pin),
  replacement_for: about('The card to replace. It can be used until the new one is active.', ref('issuing.card')),
  replacement_reason: about(
    'Why the card is replaced: a damaged or expired one keeps its number, a lost or stolen one must be canceled first.',
    oneOf(...replacement_reasons),
  ),
  shipping: about('Where the card is sent; required for a physical card and refused for a virtual one.', shipping_input),
  spending_controls: about(
    'Where, for what and for how much the card can be used; by default 500 major units of its currency a day.',
    card_controls_input,
  ),
  status: about(
    'Whether the card can be used at once, `inactive` by default; a physical card is activated after it was shipped.',
    oneOf('active', 'inactive'),
  ),
  type: about('Whether the card exists only as a number or is printed and sent.', required(fields.type)),
};

type Said = Given<typeof taken>;

/** Issues a card, of its own or in the place of another. */
export const create = creation(issuedCard, {
  takes: taken,
  reads: {
    series: sequence('issued_card'),
    cardholder,
    replacement_for: issuedCard,
    known: one(cardholder, 'replacement_for.held_by'),
    next: one(issuedCard, 'replacement_for.replaced_by'),
    first: one(issuedCard, 'replacement_for.replacement_for'),
    design: one(personalizationDesign, 'personalization_design'),
    usual: unique(personalizationDesign, { by: 'default_for', of: 'object' }),
  },
  decide: ({ it, input, series, cardholder: named, replacement_for: before, known, design, usual, ...line }, asked) => {
    const holder = named ?? known;
    requireHolder(holder, before, asked);
    requireReplacement(input, before, line, asked);
    requireShipping(input, asked);
    const designed = designFor(input, { design, usual }, asked);
    if (!holder) return asked.refuse(no_holder);
    const expiry = expiryOf(input, asked.now, asked);
    requireControls(input.spending_controls ?? {}, it.spending_controls, asked);
    const { status = 'inactive', type } = input;
    if (status === 'active') {
      requireReady(holder, asked);
      requireSent({ type, shipping: null }, asked);
    }
    const spent = status === 'active' ? takenOver(it, before) : {};
    const issued = (number: Concealed) => {
      const contents = contentsOf(it.id, number, input, asked);
      const made = set(it, {
        status,
        ...membersOf(input, holder, asked),
        ...designed,
        ...expiry,
        ...spent,
        last4: contents.number.reveal().slice(-4),
      });
      return [made, seal(made, contents), before && replaced(before, made)];
    };
    const kept = keepsNumber(input) && before ? asked.contents(before).number : undefined;
    return kept ? issued(kept) : numbered(series, (nth) => issued(new Concealed(numberOf(nth, asked))));
  },
});

const no_holder: Refusal = { code: 'parameter_missing', param: 'cardholder', message: 'Missing required param: cardholder.' };

function requireHolder(holder: Cardholder | null, before: IssuedCard | null, asked: Asked): void {
  if (!holder) asked.refuse(no_holder);
  if (!before || before.held_by === holder.id) return;
  const message = `The card ${before.id} is of another cardholder. Leave cardholder out, or name ${before.held_by}.`;
  asked.refuse({ code: 'parameter_invalid', param: 'cardholder', message });
}

/** The card that a card is replaced by already, and the one that it is to replace itself. */
type Line = { readonly next: IssuedCard | null; readonly first: IssuedCard | null };

/** One card takes the place of one: as long as it may still do so, or has not done so itself, no other can. */
function requireInLine(before: IssuedCard, { next, first }: Line, asked: Asked): void {
  const wrong = (message: string): Refusal => ({ code: 'card_unexpected_state', param: 'replacement_for', message });
  if (next && next.status !== 'canceled')
    asked.refuse(wrong(`The card ${before.id} is replaced by ${next.id} already. Replace that one, or cancel it first.`));
  if (first && first.replaced_by !== before.id)
    asked.refuse(wrong(`Not ${before.id}, but ${first.replaced_by} has taken the place of ${first.id}.`));
  if (first && first.status !== 'canceled')
    asked.refuse(wrong(`The card ${before.id} has not taken the place of ${first.id} yet. Cancel it, and replace ${first.id}.`));
}

function requireReplacement(input: Said, before: IssuedCard | null, line: Line, asked: Asked): void {
  const { replacement_reason: reason } = input;
  if ((before === null) !== (reason === undefined)) {
    const param = before ? 'replacement_reason' : 'replacement_for';
    asked.refuse({
      code: 'parameter_missing',
      param,
      message: `Missing required param: ${param}. Send replacement_for and replacement_reason.`,
    });
  }
  if (!before) return;
  const param = 'replacement_for';
  if (before.currency !== input.currency) {
    asked.refuse({
      code: 'parameter_invalid',
      param: 'currency',
      message: `The card ${before.id} is in ${before.currency}, and its replacement must be too.`,
    });
    return;
  }
  if (!keepsNumber(input) && before.status !== 'canceled')
    asked.refuse({ code: 'card_unexpected_state', param, message: `Cancel the card ${before.id} as ${reason} before you replace it.` });
  if (keepsNumber(input) && before.type !== input.type) {
    asked.refuse({
      code: 'parameter_invalid',
      param: 'type',
      message: `The card ${before.id} is ${before.type}. A replacement that keeps its number has the same type: send type=${before.type}.`,
    });
    return;
  }
  const gone = goneAs(before);
  if (keepsNumber(input) && gone)
    asked.refuse({ code: 'card_unexpected_state', param, message: `The card ${before.id} was ${gone}. Send replacement_reason=${gone}.` });
  requireInLine(before, line, asked);
}

function requireShipping({ type, shipping }: Said, asked: Asked): void {
  if (type === 'physical' && !shipping) {
    asked.refuse({
      code: 'parameter_missing',
      param: 'shipping',
      message: 'Missing required param: shipping. A physical card needs an address.',
    });
    return;
  }
  if (type === 'virtual' && shipping)
    asked.refuse({ code: 'parameter_invalid', param: 'shipping', message: 'A virtual card is not sent. Leave shipping out.' });
}

/** What the vault keeps of a card. */
function contentsOf(id: string, number: Concealed, { pin }: Said, around: Around) {
  const cvc = new Concealed(codeOf(id, around));
  return { number, cvc, ...(pin && { pin: pin.encrypted_number }) };
}

function membersOf(input: Said, holder: Cardholder, around: Around) {
  const {
    pin: _,
    status: __,
    cardholder: ___,
    exp_month: ____,
    exp_year: _____,
    personalization_design: ______,
    shipping,
    spending_controls,
    ...given
  } = input;
  const { spending_limits: limits, ...rest } = spending_controls ?? {};
  const spending_limits = limits ? limitsOf(limits) : usualLimits(input.currency);
  return {
    ...given,
    cardholder: shownHolder(holder),
    held_by: holder.id,
    wallets: walletsFor(holder),
    ...(shipping && { shipping: shipmentOf(shipping, around.now) }),
    spending_controls: { ...rest, spending_limits, spending_limits_currency: input.currency },
  };
}

/** A replaced card stays usable until its replacement is active. */
function replaced(before: IssuedCard, by: IssuedCard): Effects {
  const known = { replaced_by: by.id };
  return by.status === 'active' && before.status !== 'canceled' ? canceled(before, known) : set(before, known);
}
