import type { Dressed, Trials } from './state-trials.js';
import { billThatIs, jo } from './subscribed-objects.js';

const note = { invoice: 'in_1', amount: 400 };
const noted = { amount: 400, total: 400, pre_payment_amount: 400, currency: 'usd', customer: jo.id, invoice: 'in_1' };
/** The invoice that a note has reduced. */
const credited = { amount_due: 600, amount_remaining: 600, pre_payment_credit_notes_amount: 400 };

/** The contents of a credit note in a state, and its invoice. */
export const credit_note_dressed: Dressed = {
  credit_note: (status) => ({ it: noted, there: [jo, billThatIs('open', status === 'issued' ? credited : {})] }),
};

const ways = {
  'before payment': { input: note },
  'before payment, of all of it': { input: { ...note, amount: 1000 } },
  'before payment, beyond the total': { input: { ...note, amount: 1001 } },
  'after payment': { input: { ...note, credit_amount: 400 }, there: [billThatIs('paid')] },
  'after payment, without saying how': { input: note, there: [billThatIs('paid')] },
  'of a draft': { input: note, there: [billThatIs('draft')] },
};

/** The trials of every verb of credit notes. */
export const credit_note_trials: Trials = {
  'POST /v1/credit_notes': ways,
  'GET /v1/credit_notes/preview': ways,
  'GET /v1/credit_notes/preview/lines': ways,
  'POST /v1/credit_notes/:id': { 'with a memo': { input: { memo: 'Sorry' } } },
  'POST /v1/credit_notes/:id/void': {
    '': {},
    'of an uncollectible invoice': { there: [billThatIs('uncollectible', credited)] },
    'of a paid invoice': { there: [billThatIs('paid')] },
  },
};
