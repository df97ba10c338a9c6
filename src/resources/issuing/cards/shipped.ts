import { type Around, set } from '../../../kernel/base/effects.js';
import { rule } from '../../../kernel/base/rules.js';
import { type IssuedCard, issuedCard } from './card.js';
import { carriage, type Shipping } from './shipping.js';

type Status = NonNullable<Shipping['status']>;

/** From where a shipment comes to each status, in the order of a journey. Many cards are handed to a carrier without a word before. */
const ways = {
  submitted: ['pending'],
  shipped: ['pending', 'submitted'],
  delivered: ['shipped'],
  returned: ['shipped'],
  failure: ['submitted', 'shipped'],
} as const satisfies Partial<Record<Status, readonly Status[]>>;

type Known = (shipping: Shipping, id: string, around: Around) => Partial<Shipping>;

const moved = (name: string, status: keyof typeof ways, known: Known = () => ({})) =>
  rule(issuedCard, name, {
    decide: ({ it }, asked) => {
      const { shipping } = it;
      if (!shipping || !isOn(ways[status], shipping.status)) return asked.refuse(unmoved(it, name, ways[status]));
      return set(it, { shipping: { ...known(shipping, it.id, asked), status } });
    },
  });

const isOn = (from: readonly Status[], status: Shipping['status']): boolean => status !== null && from.includes(status);

const unmoved = ({ shipping }: IssuedCard, name: string, from: readonly Status[]) => ({
  code: 'card_unexpected_state' as const,
  message: shipping
    ? `You could not ${name} this card because its shipment is ${shipping.status}; that takes one that is ${from.join(' or ')}.`
    : `You could not ${name} this card because it is virtual and is not sent.`,
});

/** A card is being printed. */
export const submit = moved('submit', 'submitted');

/** A carrier has it. */
export const ship = moved('ship', 'shipped', (shipping, id, { now }) => ({ ...carriage(shipping, id), shipped_at: now }));

/** It has arrived. */
export const deliver = moved('deliver', 'delivered', (_, __, { now }) => ({ delivered_at: now }));

/** It comes back to where it was sent from. */
export const comeBack = moved('return', 'returned');

/** It never arrives. */
export const fail = moved('fail', 'failure');
