import { set } from '../../../kernel/base/effects.js';
import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { action, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { issuingAuthorization } from './authorization.js';
import { capture } from './capture.js';
import { create, useCard } from './create.js';
import { answered, approve, decline } from './decide.js';
import { expire, finalizeAmount, increment, respond, reverse, runOut } from './later.js';

/** Changes metadata; an authorization is otherwise what merchants and the network make of it. */
export const update = rule(issuingAuthorization, 'update', {
  takes: pick(issuingAuthorization.fields, 'metadata'),
  decide: ({ it, input }) => set(it, input),
});

/** The authorizations of issued cards, with the simulated network that asks for them. */
export const issuingAuthorizations = [
  action('POST /v1/test_helpers/issuing/authorizations', create),
  action('POST /v1/issuing/cards/:id/test/authorizations', useCard, { replies: issuingAuthorization, summary: 'Use a card somewhere' }),
  action('POST /v1/test_helpers/issuing/authorizations/:id/capture', capture),
  action('POST /v1/test_helpers/issuing/authorizations/:id/expire', expire),
  action('POST /v1/test_helpers/issuing/authorizations/:id/finalize_amount', finalizeAmount),
  action('POST /v1/test_helpers/issuing/authorizations/:id/fraud_challenges/respond', respond),
  action('POST /v1/test_helpers/issuing/authorizations/:id/increment', increment),
  action('POST /v1/test_helpers/issuing/authorizations/:id/reverse', reverse),
  answered,
  runOut,
  action('POST /v1/issuing/authorizations/:id', update),
  action('POST /v1/issuing/authorizations/:id/approve', approve),
  action('POST /v1/issuing/authorizations/:id/decline', decline),
  retrieve(issuingAuthorization, 'GET /v1/issuing/authorizations/:id'),
  list(
    issuingAuthorization,
    ['GET /v1/issuing/authorizations', 'GET /v1/issuing/authorizations/list'],
    { card: ref('issuing.card'), cardholder: ref('issuing.cardholder'), status: oneOf('closed', 'expired', 'pending', 'reversed') },
    { columns: { used_card: { of: 'card' } } },
  ),
] as const;
