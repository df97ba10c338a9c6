import { report } from '../../../kernel/base/effects.js';
import { otherwise } from '../../../kernel/base/rules.js';
import { failed } from './failed.js';
import { invoice, isOwed } from './invoice.js';
import { collecting } from './reads.js';

/** An attempt that could not be made counts as failed: the next one uses the payment methods of that time. */
export const unpaid = otherwise(invoice, 'fail to pay', {
  reads: { account: collecting.account },
  decide: ({ it, input: { refusal }, account }, around) =>
    isOwed(it) && [failed(it, { account, charge: it.charge, refused_method: it.refused_method ?? null }, around), report(it, refusal)],
});
