import type { Change } from '../store.js';
import { lookAtPayment } from './charge.js';
import type { Known, Plan } from './step.js';

/** A request about a charge was carried out. */
export const approved: Change = { state: 'final', answer: { result: 'approved' } };

type OfCharge = { readonly attempt: string; readonly reference: string; readonly amount: number; readonly currency: string };

/** The request for the status of the charge that a question is about. */
export const lookAtCharge = (asked: OfCharge, known: Known): Plan | null =>
  lookAtPayment(asked, { ...known, row: { ...known.row, reference: asked.reference, kept: known.charge?.kept ?? {} } });
