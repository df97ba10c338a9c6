import type { Approved, Declined } from '../contract.js';
import type { Decline } from './cards.js';

/** A decline as an answer. */
export const declined = (decline: Decline): Declined => ({ result: 'declined', ...decline });

/** An approval without details. */
export const approved: Approved = { result: 'approved' };
