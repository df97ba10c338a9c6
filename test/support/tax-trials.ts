import { now } from './decisions.js';
import type { Trials } from './state-trials.js';

const norway = { country: 'NO', country_options: { no: { type: 'standard' } } };
const over = { it: { ...norway, active_from: now - 200, expires_at: now - 100 } };
const of_now = { it: { ...norway, active_from: now - 100, expires_at: null } };

/** The trials of tax registrations. */
export const tax_trials: Trials = {
  'POST /v1/tax/registrations': {
    now: { input: { ...norway, active_from: 'now' } },
    later: { input: { ...norway, active_from: now + 100 } },
    'of another country': { input: { ...norway, active_from: 'now', country: 'SE' } },
  },
  'POST /v1/tax/registrations/:id': {
    'from now': { ...of_now, input: { active_from: now - 100 } },
    'from later': { ...of_now, input: { active_from: now + 100 } },
    'until the past': { ...of_now, input: { expires_at: now - 50 } },
  },
  'tax.registration activate': { '': of_now, 'too early': { it: { ...norway, active_from: now + 100 } } },
  'tax.registration expire': { '': over, 'too early': of_now },
};
