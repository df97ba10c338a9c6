import { set } from '../../../kernel/base/effects.js';
import { required } from '../../../kernel/base/fields.js';
import { rule } from '../../../kernel/base/rules.js';
import { account, spread_basis_points } from './account.js';

/** Sets what is kept of what an account converts. It has no route: whoever runs the service says it, and not the account. */
export const setSpread = rule(account, 'set the spread of', {
  takes: { spread_basis_points: required(spread_basis_points) },
  decide: ({ it, input }) => set(it, { fx: input }),
});
