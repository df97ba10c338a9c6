import type { Asked } from '../../../kernel/base/effects.js';
import type { TaxTransaction } from './transaction.js';

/** Refuses a reference that another transaction has. */
export function requireFree(holder: TaxTransaction | null, asked: Asked): void {
  if (!holder) return;
  const message = `${holder.id} has this reference already. Send another one.`;
  asked.refuse({ code: 'resource_already_exists', param: 'reference', message });
}
