import { type Asked, seal, set } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { integerOrDigits, oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import { action, list, on, retrieve, rule } from '../../../kernel/base/rules.js';
import { type Cardholder, cardholder, shownHolder } from '../cardholders/cardholder.js';
import { card_controls_input, limitsOf, requireControls } from '../spending-controls.js';
import { type IssuedCard, issuedCard } from './card.js';
import { canceled, changed, takenOver } from './changed.js';
import { pin, requireReady, requireSafe, requireSent } from './checks.js';
import { create } from './create.js';
import { comeBack, deliver, fail, ship, submit } from './shipped.js';
import { shipmentOf, shipping_input } from './shipping.js';

const taken = {
  cancellation_reason: oneOf('lost', 'stolen'),
  ...pick(issuedCard.fields, 'default_decision', 'metadata'),
  pin,
  shipping: shipping_input,
  spending_controls: card_controls_input,
  status: oneOf('active', 'inactive', 'canceled'),
};

type Said = Given<typeof taken>;

/** Changes a card, switches it on and off, or ends it for good. */
export const update = rule(issuedCard, 'update', {
  takes: taken,
  reads: {
    holder: one(cardholder, 'held_by'),
    before: one(issuedCard, 'replacement_for'),
    kept: one(issuedCard, 'id'),
  },
  decide: ({ it, input, holder, before, kept }, asked) => {
    requireValid(it, input, holder, before, asked);
    const { status, pin, shipping, spending_controls: controls, ...given } = input;
    const made = changed(
      it,
      {
        ...given,
        ...(status === 'active' && takenOver(it, before)),
        ...(shipping && { shipping: shipmentOf(shipping, asked.now) }),
        ...(controls && {
          spending_controls: { ...controls, ...(controls.spending_limits && { spending_limits: limitsOf(controls.spending_limits) }) },
        }),
      },
      status,
    );
    const replaces = status === 'active' && before && before.status !== 'canceled';
    return [made, pin && kept && seal(made, { ...asked.contents(kept), pin: pin.encrypted_number }), replaces && canceled(before, {})];
  },
});

function requireValid(it: IssuedCard, input: Said, holder: Cardholder | null, before: IssuedCard | null, asked: Asked): void {
  requireEnd(it, input, asked);
  requireStart(it, input, holder, before, asked);
  requireShipment(it, input, asked);
  requireControls(input.spending_controls ?? {}, it.spending_controls, asked);
}

/** What is canceled stays so; only what is noted of it can be changed. */
function requireEnd(it: IssuedCard, { metadata: _, ...input }: Said, asked: Asked): void {
  const { status, cancellation_reason: reason } = input;
  if (it.status === 'canceled' && Object.keys(input).length)
    asked.refuse({ code: 'card_unexpected_state', message: 'A canceled card cannot be changed. Issue another one.' });
  if (reason && status !== 'canceled')
    asked.refuse({ code: 'parameter_invalid', param: 'cancellation_reason', message: 'cancellation_reason needs status=canceled.' });
}

/** Only what is being activated is judged: a card that is active already may stay so. */
const requireStart = (it: IssuedCard, { status }: Said, holder: Cardholder | null, before: IssuedCard | null, asked: Asked): void => {
  if (it.status === 'inactive' && status === 'active' && holder) {
    requireReady(holder, asked);
    requireSent(it, asked);
    requireSafe(it, before, asked);
  }
};

function requireShipment({ shipping }: IssuedCard, input: Said, asked: Asked): void {
  if (!input.shipping || shipping?.status === 'pending') return;
  const message = shipping
    ? `The card is ${shipping.status} already. It cannot be sent elsewhere.`
    : 'A virtual card is not sent. Leave shipping out.';
  asked.refuse({ code: shipping ? 'card_unexpected_state' : 'parameter_invalid', param: 'shipping', message });
}

/** Cards show their cardholder as they are now. */
export const holderChanged = on(cardholder, 'issuing_cardholder.updated', issuedCard, {
  each: 'held_by',
  decide: ({ it, by }) => set(it, { cardholder: shownHolder(by) }, null),
});

/** The cards group of issuing. */
export const issuingCards = [
  action('POST /v1/issuing/cards', create, { members_max: 5000 }),
  action('POST /v1/issuing/cards/:id', update, { members_max: 5000 }),
  action('POST /v1/test_helpers/issuing/cards/:id/shipping/submit', submit, { summary: 'Hand a card to be printed' }),
  action('POST /v1/test_helpers/issuing/cards/:id/shipping/ship', ship, { summary: 'Hand a card to a carrier' }),
  action('POST /v1/test_helpers/issuing/cards/:id/shipping/deliver', deliver, { summary: 'Deliver a card' }),
  action('POST /v1/test_helpers/issuing/cards/:id/shipping/return', comeBack, { summary: 'Return a card to where it was sent from' }),
  action('POST /v1/test_helpers/issuing/cards/:id/shipping/fail', fail, { summary: 'Let the delivery of a card fail' }),
  holderChanged,
  retrieve(issuedCard, 'GET /v1/issuing/cards/:id'),
  list(
    issuedCard,
    ['GET /v1/issuing/cards', 'GET /v1/issuing/cards/list'],
    {
      cardholder: ref('issuing.cardholder'),
      exp_month: integerOrDigits(),
      exp_year: integerOrDigits(),
      last4: textOf(4),
      status: oneOf('active', 'inactive', 'canceled'),
      type: oneOf('virtual', 'physical'),
    },
    { columns: { held_by: { of: 'cardholder' } } },
  ),
] as const;
