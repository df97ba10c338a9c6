import { about, nullable } from '../../../kernel/base/fields.js';
import { country, timestamp } from '../../../kernel/base/kinds.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { country_options } from './country-options.js';

/** The registration of an account with the tax authority of a country, a state or a province. */
export const taxRegistration = resource({
  object: 'tax.registration',
  title: 'tax registration',
  prefix: 'taxreg',
  fields: {
    active_from: about('From when taxes are collected, in Unix seconds.', timestamp),
    country: about('The country of the registration, as a two-letter ISO 3166-1 code.', country),
    country_options,
    expires_at: about('When taxes are collected no longer, in Unix seconds; null for no end.', nullable(timestamp)),
  },
  start: { scheduled: null, active: null },
  states: { scheduled: { active: null, expired: null }, active: { expired: null }, expired: {} },
  timers: ['activate', 'expire'],
  unexpected: 'parameter_invalid',
  columns: ['status'],
});

/** A registration as rules see it. */
export type TaxRegistration = It<typeof taxRegistration>;
