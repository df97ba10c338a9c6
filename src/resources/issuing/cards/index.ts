import { type Asked, seal, set } from '../../../kernel/base/effects.js';
import { about, type Given } from '../../../kernel/base/fields.js';
import { integerOrDigits, oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import { action, list, on, retrieve, rule } from '../../../kernel/base/rules.js';
import { type Cardholder, cardholder, shownHolder } from '../cardholders/cardholder.js';
import { personalizationDesign } from '../personalization-designs/design.js';
import { card_controls_input, limitsOf, requireControls } from '../spending-controls.js';
import { type IssuedCard, issuedCard } from './card.js';
import { canceled, changed, takenOver } from './changed.js';
import { pin, requireReady, requireSafe, requireSent } from './checks.js';
import { create } from './create.js';
import { requireRedesign } from './design.js';
import { comeBack, deliver, fail, ship, submit } from './shipped.js';
import { shipmentOf, shipping_input } from './shipping.js';
import { walletsFor } from './wallets.js';

const taken = {
  cancellation_reason: about('Why the card is canceled; only together with the status `canceled`.', oneOf('lost', 'stolen')),
  ...pick(issuedCard.fields, 'default_decision', 'metadata'),
  personalization_design: about(
    'The active design of a physical card, until the card is submitted for printing.',
    ref('issuing.personalization_design'),
  ),
  pin: about('The new PIN that the cardholder has chosen.', pin),
  shipping: about('The new address of a physical card, until it is submitted for printing.', shipping_input),
  spending_controls: about('What changes of the controls; a list that is sent replaces the earlier one.', card_controls_input),
  status: about(
    'Whether the card can be used; `canceled` ends it for good and stops a shipment that is not under way.',
    oneOf('active', 'inactive', 'canceled'),
  ),
};

type Said = Given<typeof taken>;

/** Changes a card, switches it on and off, or ends it for good. */
export const update = rule(issuedCard, 'update', {
  takes: taken,
  reads: {
    holder: one(cardholder, 'held_by'),
    before: one(issuedCard, 'replacement_for'),
    kept: one(issuedCard, 'id'),
    design: one(personalizationDesign, 'personalization_design'),
  },
  decide: ({ it, input, holder, before, kept, design }, asked) => {
    requireValid(it, input, holder, before, asked);
    if (input.personalization_design !== undefined) requireRedesign(it, design, asked);
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
    ? `The card is ${shipping.status} already. Its address can no longer be changed.`
    : 'A virtual card is not sent. Leave shipping out.';
  asked.refuse({ code: shipping ? 'card_unexpected_state' : 'parameter_invalid', param: 'shipping', message });
}

/** Cards show their cardholder as they are now. */
export const holderChanged = on(cardholder, 'issuing_cardholder.updated', issuedCard, {
  each: 'held_by',
  decide: ({ it, by }) => set(it, { cardholder: shownHolder(by), wallets: walletsFor(by) }, null),
});

/** Cards of a rejected design that are not printed yet are canceled. */
export const designRejected = on(personalizationDesign, 'issuing_personalization_design.rejected', issuedCard, {
  each: 'personalization_design',
  from: ['active', 'inactive'],
  decide: ({ it }) => it.shipping?.status === 'pending' && canceled(it, { cancellation_reason: 'design_rejected' }),
});

/** The cards group of issuing. */
export const issuingCards = [
  action('POST /v1/issuing/cards', create, {
    about: 'Issues a virtual or physical card to a cardholder, or replaces one. It is `inactive` unless you send `status=active`.',
    members_max: 5000,
  }),
  action('POST /v1/issuing/cards/:id', update, {
    about:
      'Updates, activates, deactivates or cancels a card. A canceled card accepts only metadata; activating a replacement cancels the card before it.',
    members_max: 5000,
  }),
  action('POST /v1/test_helpers/issuing/cards/:id/shipping/submit', submit, {
    about: 'Submits the shipment of a pending physical card for printing. Test mode only.',
    summary: 'Submit a card for printing',
  }),
  action('POST /v1/test_helpers/issuing/cards/:id/shipping/ship', ship, {
    about: 'Hands a pending or submitted physical card to a carrier, after which it can be activated. Test mode only.',
    summary: 'Ship a card',
  }),
  action('POST /v1/test_helpers/issuing/cards/:id/shipping/deliver', deliver, {
    about: 'Delivers a shipped physical card. Test mode only.',
    summary: 'Deliver a card',
  }),
  action('POST /v1/test_helpers/issuing/cards/:id/shipping/return', comeBack, {
    about: 'Returns a shipped physical card to its sender. Test mode only.',
    summary: 'Return a card to its sender',
  }),
  action('POST /v1/test_helpers/issuing/cards/:id/shipping/fail', fail, {
    about: 'Lets the shipment of a submitted or shipped physical card fail. Test mode only.',
    summary: 'Fail the delivery of a card',
  }),
  holderChanged,
  designRejected,
  retrieve(issuedCard, 'GET /v1/issuing/cards/:id', {
    about: 'Retrieves a card. A secret key can expand `number` and `cvc` of a virtual card.',
  }),
  list(
    issuedCard,
    ['GET /v1/issuing/cards', 'GET /v1/issuing/cards/list'],
    {
      cardholder: about('Only cards of this cardholder.', ref('issuing.cardholder')),
      exp_month: about('Only cards that expire in this month of a year, 1 to 12.', integerOrDigits()),
      exp_year: about('Only cards that expire in this year.', integerOrDigits()),
      last4: about('Only cards whose number ends in these four digits.', textOf(4)),
      personalization_design: about('Only cards with this design.', ref('issuing.personalization_design')),
      status: about('Only cards in this state.', oneOf('active', 'inactive', 'canceled')),
      type: about('Only virtual or only physical cards.', oneOf('virtual', 'physical')),
    },
    { about: 'Lists issued cards, newest first.', columns: { held_by: { of: 'cardholder' } } },
  ),
] as const;
