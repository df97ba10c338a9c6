import { day } from '../../kernel/base/moments.js';
import type { Answer, ContestAsk } from '../contract.js';
import { approved, declined } from './answers.js';
import { ahead } from './waiting.js';

/** How long a bank takes to read evidence without a scripted decision (docs.stripe.com/disputes: 60 to 75 days). */
const days_of_reading = 60;

/**
 * Judges evidence: `winning_evidence` or `losing_evidence` as any text decides at once; evidence for a program of the
 * network wins; other evidence loses after the reading.
 */
export function contest(ask: ContestAsk): Answer {
  // Complete evidence for a program of the network decides by itself.
  if (ask.evidence.enhanced_evidence) return approved;
  const texts = Object.values(ask.evidence);
  if (texts.includes('winning_evidence')) return approved;
  if (texts.includes('losing_evidence')) return lost;
  const ask_again_at = ahead(ask, days_of_reading * day);
  return ask_again_at === null ? lost : { result: 'pending', ask_again_at };
}

const lost = declined({
  code: 'card_declined',
  decline_code: 'evidence_rejected',
  message: "The payer's bank decided the dispute in favor of the payer.",
});
