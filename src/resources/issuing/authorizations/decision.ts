import { about, type Reading, required } from '../../../kernel/base/fields.js';
import { flag, metadata } from '../../../kernel/base/kinds.js';
import { readMembers } from '../../../kernel/base/members.js';
import type { Decided } from '../../../processors/questions.js';
import { minor_units } from '../minor-units.js';

const members = {
  approved: about('Whether your endpoint approves the request.', required(flag)),
  amount: about('The amount to approve, in minor units, for a request with a controllable amount; by default all of it.', minor_units),
  metadata,
};

const not_json = 'The answer is no JSON object. Answer with { "approved": true } or { "approved": false }.';

/** What the text of an endpoint's answer decides, or why it decides nothing. */
export function decisionIn(text: string): Decided {
  const reading: Reading = { text_only: false };
  const read = readMembers(members, parsed(text), '', reading);
  if (read) return { result: 'answered', ...read };
  const { param, message } = reading.problem ?? {};
  return { result: 'failed', message: param && message ? message : not_json };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
