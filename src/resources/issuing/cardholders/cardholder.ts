import { nullable } from '../../../kernel/base/fields.js';
import { outwardOf } from '../../../kernel/base/internal.js';
import { email, flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { address, replaced } from '../../parts.js';
import { spending_controls } from '../spending-controls.js';
import { spent } from '../spent.js';

/** The data that a cardholder needs before the first payment. */
export const past_due = ['individual.first_name', 'individual.last_name'] as const;

/** Languages in which cardholders can be written to. */
export const locales = ['de', 'en', 'es', 'fr', 'it'] as const;

const individual = object({
  card_issuing: nullable(
    object({
      user_terms_acceptance: nullable(object({ date: nullable(timestamp), ip: nullable(textOf(45)), user_agent: nullable(text) })),
    }),
  ),
  dob: nullable(object({ day: nullable(integer()), month: nullable(integer()), year: nullable(integer()) })),
  first_name: nullable(textOf(100)),
  last_name: nullable(textOf(100)),
  verification: nullable(object({ document: nullable(object({ back: nullable(ref('file')), front: nullable(ref('file')) })) })),
});

/** Whom cards are issued to: a person, or a company. The tax id of a company lies in the vault. */
export const cardholder = resource({
  object: 'issuing.cardholder',
  title: 'cardholder',
  prefix: 'ich',
  fields: {
    billing: object({ address: replaced(address) }),
    company: nullable(object({ tax_id_provided: flag })),
    email: nullable(email),
    individual: nullable(individual),
    metadata,
    name: text,
    phone_number: nullable(text),
    preferred_locales: nullable(listOf(oneOf(...locales), locales.length)),
    requirements: object({
      disabled_reason: nullable(oneOf('requirements.past_due')),
      past_due: listOf(oneOf(...past_due)),
    }),
    spending_controls,
    spent,
    type: oneOf('individual', 'company'),
  },
  start: { active: 'issuing_cardholder.created', inactive: 'issuing_cardholder.created' },
  states: {
    active: { inactive: 'issuing_cardholder.updated', blocked: 'issuing_cardholder.updated' },
    inactive: { active: 'issuing_cardholder.updated', blocked: 'issuing_cardholder.updated' },
    blocked: {},
  },
  events: { updated: 'issuing_cardholder.updated' },
  columns: ['email', 'phone_number', 'status', 'type'],
  vault: true,
});

/** A cardholder as rules see it. */
export type Cardholder = It<typeof cardholder>;

/** A cardholder as their cards show them: without what only rules look at. */
export const shownHolder = (it: Cardholder): Cardholder => outwardOf(cardholder, it) as Cardholder;
