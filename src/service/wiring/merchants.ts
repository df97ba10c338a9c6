import { type AskingEndpoints, askEndpoint, type EndpointAsk } from '../../delivery/webhooks/ask-endpoint.js';
import type { Attempt } from '../../delivery/webhooks/send.js';
import type { Answerer, Asking, Silent } from '../../kernel/base/question.js';
import { approveAuthorization, type Decided } from '../../processors/questions.js';
import { decisionIn } from '../../resources/issuing/authorizations/decision.js';

/** Asks merchants through their endpoints. `asking` is a function, because it needs the engine, which needs this. */
export const merchants = (asking: () => AskingEndpoints): Answerer => ({
  name: 'merchant',
  local: false,
  [approveAuthorization.verb]: async (ask: EndpointAsk, { account }: Asking): Promise<Decided | Silent> =>
    decided(await askEndpoint(asking(), ask, account)),
});

/** Only an answer with status 200 decides; anything else counts as silence. */
function decided(attempt: Attempt | null): Decided | Silent {
  if (!attempt) return { result: 'failed', message: 'The endpoint was disabled or deleted before it could be asked.' };
  const { outcome, status, body } = attempt;
  if (outcome === 'timed_out' || outcome === 'agent_closed') return { result: 'silent' };
  if (outcome === 'delivered' && status === 200) return decisionIn(body);
  return {
    result: 'failed',
    message: status === null ? `The endpoint could not be asked: ${outcome}.` : `The endpoint answered ${status} instead of 200.`,
  };
}
