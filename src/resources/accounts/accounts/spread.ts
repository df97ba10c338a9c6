import { set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { rule } from '../../../kernel/base/rules.js';
import { account, spread_basis_points } from './account.js';

/** Sets the conversion spread of an account. It has no route: the operator sets it, not the account. */
export const setSpread = rule(account, 'set the spread of', {
  takes: {
    spread_basis_points: about('The share that the operator keeps of converted amounts, in basis points.', required(spread_basis_points)),
  },
  decide: ({ it, input }) => set(it, { fx: input }),
});
