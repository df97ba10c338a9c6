import { day } from '../../kernel/base/moments.js';
import type { Answer, RefundAsk } from '../contract.js';
import { approved, declined } from './answers.js';
import { scriptedOf } from './scripted-outcomes.js';
import { ahead } from './waiting.js';

/** Refunds at once, after a day, or with a failure a day later. The tester may decide the outcome earlier. */
export function refund(ask: RefundAsk): Answer {
  if (ask.outcome) return ask.outcome === 'succeed' ? approved : failed;
  const kind = scriptedOf(ask.reference).refund;
  const ask_again_at = ahead(ask, day);
  if (kind === 'pends' && ask_again_at !== null) return { result: 'pending', ask_again_at };
  if (kind === 'fails') return ask_again_at === null ? failed : { ...approved, ask_again_at };
  return approved;
}

const failed = declined({
  code: 'processing_error',
  decline_code: 'expired_or_canceled_card',
  message: 'The card has expired or was canceled, so the money came back.',
});
