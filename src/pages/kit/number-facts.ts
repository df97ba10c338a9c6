import { exponentOf } from '../../kernel/base/money.js';
import type { Challenge } from '../challenge/page.js';
import type { Wording } from '../challenge/wording.js';
import type { ChallengeWords } from '../challenge/words.js';
import type { Detail } from '../checkout/payment-details.js';
import type { KitWords } from './kit-words.js';
import { copyable, type Fact, foreign, grouped } from './ui.js';

type Said = { readonly words: ChallengeWords; readonly said: KitWords };

/** What a payer types in elsewhere, each with a button that copies it: the numbers of the step, or else what the payment is booked by. */
export function numberFacts(view: Challenge, { reference }: Wording, { words, said }: Said): Fact[] {
  const { details } = view;
  if (details.length > 0) return withoutRepetition(details, reference === 'reference', view).map((each) => factOf(each, { words, said }));
  if (!reference) return [];
  const what = words.details[reference];
  const shown = copyable({ id: reference, text: view.reference, shown: grouped(view.reference), words: said, what });
  return [{ term: what, detail: shown, size: 'long' }];
}

/** The reference of a transfer is shown even where the step has none of its own. */
function withoutRepetition(details: readonly Detail[], is_transfer: boolean, { reference }: Challenge): readonly Detail[] {
  const hasOwn = !is_transfer || details.some(({ name }) => name === 'reference');
  return hasOwn ? details : [...details, { name: 'reference', text: reference, shown: reference }];
}

function factOf({ name, label = '', text, shown }: Detail, { words, said }: Said): Fact {
  const what = name === 'store' ? label : words.details[name];
  const id = name === 'store' ? `store_${label.toLowerCase()}` : name;
  const detail = copyable({ id, text, shown: foreign(shown, 80), words: said, what });
  return { term: what, detail, ...(name === 'voucher_number' && { size: 'number' as const }) };
}

/** An amount as it is typed in elsewhere. */
export function typedAmount({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  const decimals = exponentOf(currency);
  const digits = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
