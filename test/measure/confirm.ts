import type { AnyRule } from '../../src/base/rules.js';
import { confirm as ported } from '../../src/resources/payment-intents/index.js';
export const confirm = ('rule' in (ported as object) ? (ported as unknown as { rule: AnyRule }).rule : ported) as AnyRule;
