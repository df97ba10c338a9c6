import { about, nullable } from '../../../kernel/base/fields.js';
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
  card_issuing: about(
    'What the cardholder has agreed to as a holder of issued cards; null if it was not given.',
    nullable(
      object({
        user_terms_acceptance: about(
          'When and from where the cardholder accepted the terms; null if it was not given.',
          nullable(
            object({
              date: about('When the cardholder accepted the terms, in Unix seconds.', nullable(timestamp)),
              ip: about('The IP address from which the cardholder accepted the terms.', nullable(textOf(45))),
              user_agent: about('The user agent of the browser in which the cardholder accepted the terms.', nullable(text)),
            }),
          ),
        ),
      }),
    ),
  ),
  dob: about(
    'The date of birth; null if it was not given.',
    nullable(
      object({
        day: about('The day of the month, from 1 to 31.', nullable(integer())),
        month: about('The month, from 1 for January to 12.', nullable(integer())),
        year: about('The year, in four digits.', nullable(integer())),
      }),
    ),
  ),
  first_name: about('The given name; required before the first payment.', nullable(textOf(100))),
  last_name: about('The family name; required before the first payment.', nullable(textOf(100))),
  verification: about(
    'Documents that prove the identity; null if none were given.',
    nullable(
      object({
        document: about(
          'An identity document; null if none was given.',
          nullable(
            object({
              back: about('The uploaded file with the back of the document.', nullable(ref('file'))),
              front: about('The uploaded file with the front of the document.', nullable(ref('file'))),
            }),
          ),
        ),
      }),
    ),
  ),
});

/** Whom cards are issued to: a person, or a company. The tax id of a company lies in the vault. */
export const cardholder = resource({
  object: 'issuing.cardholder',
  title: 'cardholder',
  prefix: 'ich',
  fields: {
    billing: about(
      "The billing address that merchants' checks are compared with.",
      object({ address: about('The billing address; a change replaces it as a whole.', replaced(address)) }),
    ),
    company: about(
      'Details of a company; null for an individual.',
      nullable(object({ tax_id_provided: about('Whether a tax id of the company was given; it is stored in the vault.', flag) })),
    ),
    email: about('The e-mail address of the cardholder.', nullable(email)),
    individual: about('Details of a person; null for a company.', nullable(individual)),
    metadata,
    name: about('The name that is printed on cards, of at most 24 characters.', text),
    phone_number: about('The telephone number with its country code; fraud challenges are sent to it.', nullable(text)),
    preferred_locales: about(
      'The languages in which the cardholder is written to, the preferred one first.',
      nullable(listOf(oneOf(...locales), locales.length)),
    ),
    requirements: about(
      'What is missing before the cardholder can pay.',
      object({
        disabled_reason: about('Why payments are declined; null if nothing is missing.', nullable(oneOf('requirements.past_due'))),
        past_due: about('The parameters that are missing; payments are declined until they are sent.', listOf(oneOf(...past_due))),
      }),
    ),
    spending_controls: about('Controls of all cards of the cardholder together; those of a card apply besides.', spending_controls),
    spent,
    type: about('Whether the cardholder is a person or a company.', oneOf('individual', 'company')),
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
