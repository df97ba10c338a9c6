import '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { flag, oneOf } from '../../../kernel/base/kinds.js';
import { rule } from '../../../kernel/base/rules.js';
import { account } from './account.js';
import { capability_names } from './capabilities.js';
import { withRequested } from './connected.js';
import { judge, of_it } from './judge.js';
import { notConnected } from './not-connected.js';

/** Asks that a connected account be allowed to do something, or wants it no more. */
export const request = rule(account, 'request a capability for', {
  takes: {
    capability: about('The name of the capability to request or withdraw.', required(oneOf(...capability_names))),
    requested: about('Whether you want the capability; false withdraws it.', required(flag)),
  },
  reads: of_it,
  decide: ({ it, input: { capability, requested }, ...having }, asked) => {
    if (!it.platform) return asked.refuse(notConnected(it.id));
    const capabilities = withRequested(it.capabilities, { [capability]: { requested } });
    return judge(it, { capabilities }, having, asked).effects;
  },
});
