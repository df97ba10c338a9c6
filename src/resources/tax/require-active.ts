import type { Asked } from '../../kernel/base/effects.js';
import { missingIn, type Position } from './position.js';

/** Refuses to calculate taxes until the settings are complete. */
export function requireActive(position: Position, asked: Asked, param?: string): void {
  if (missingIn(position).length === 0) return;
  const message = 'Taxes cannot be calculated before the head office is known. Send head_office[address] to POST /v1/tax/settings.';
  asked.refuse({ code: 'stripe_tax_inactive', message, ...(param && { param }) });
}
