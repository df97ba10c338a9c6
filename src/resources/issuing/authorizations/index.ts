import { set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
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
  action('POST /v1/test_helpers/issuing/authorizations', create, {
    about:
      "Simulates a merchant's request for an authorization on an issued card. Card, cardholder, spending controls and balance decide first; then your endpoint for `issuing_authorization.request`, if there is one. Test mode only.",
  }),
  action('POST /v1/issuing/cards/:id/test/authorizations', useCard, {
    about:
      "Simulates a merchant's request for an authorization on this card and returns the authorization, with the parameter names of earlier API versions. Test mode only.",
    replies: issuingAuthorization,
    summary: 'Create an authorization of a card',
  }),
  action('POST /v1/test_helpers/issuing/authorizations/:id/capture', capture, {
    about:
      "Simulates the merchant's capture of an approved authorization, whole, in part or for more than is held, and creates a transaction. Test mode only.",
  }),
  action('POST /v1/test_helpers/issuing/authorizations/:id/expire', expire, {
    about:
      'Ends an approved authorization as if its time were over, and releases what is held. Without earlier captures it becomes `expired`, else `closed`. Test mode only.',
  }),
  action('POST /v1/test_helpers/issuing/authorizations/:id/finalize_amount', finalizeAmount, {
    about:
      'Sets the final amount of an approved authorization whose amount was estimated: the hold is increased or decreased to it. Test mode only.',
  }),
  action('POST /v1/test_helpers/issuing/authorizations/:id/fraud_challenges/respond', respond, {
    summary: 'Respond to a fraud challenge',
    about: "Answers the fraud challenge of a declined authorization in the cardholder's place. Test mode only.",
  }),
  action('POST /v1/test_helpers/issuing/authorizations/:id/increment', increment, {
    about: "Simulates the merchant's request to increase an approved authorization; it is decided like a first request. Test mode only.",
  }),
  action('POST /v1/test_helpers/issuing/authorizations/:id/reverse', reverse, {
    about: "Simulates the merchant's reversal of an approved authorization, whole or in part: the amount is released. Test mode only.",
  }),
  answered,
  runOut,
  action('POST /v1/issuing/authorizations/:id', update, {
    about: 'Updates the metadata of an authorization; nothing else of it can change.',
  }),
  action('POST /v1/issuing/authorizations/:id/approve', approve, {
    about:
      'Approves the pending request of an authorization while your endpoint is being asked. It is still declined if the card or the balance no longer allows it.',
  }),
  action('POST /v1/issuing/authorizations/:id/decline', decline, {
    about: 'Declines the pending request of an authorization while your endpoint is being asked.',
  }),
  retrieve(issuingAuthorization, 'GET /v1/issuing/authorizations/:id', { about: 'Retrieves an authorization of an issued card.' }),
  list(
    issuingAuthorization,
    ['GET /v1/issuing/authorizations', 'GET /v1/issuing/authorizations/list'],
    {
      card: about('Only authorizations of this card.', ref('issuing.card')),
      cardholder: about('Only authorizations of cards of this cardholder.', ref('issuing.cardholder')),
      status: about('Only authorizations in this state.', oneOf('closed', 'expired', 'pending', 'reversed')),
    },
    { about: 'Lists the authorizations of issued cards, newest first.', columns: { used_card: { of: 'card' } } },
  ),
] as const;
