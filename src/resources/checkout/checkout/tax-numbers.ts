import type { Asked } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { type TaxIdType, tax_id_types } from '../../customers/tax-ids/formats.js';
import { requireNumber, writtenAs } from '../../customers/tax-ids/index.js';
import { requireValid } from '../../tax/calculations/buyer.js';
import type { Session } from './session.js';

type Sent = { readonly type?: string | undefined; readonly value?: string | null | undefined };
type Number = { readonly type: TaxIdType; readonly value: string };

/** The tax id that a payer enters, as a session stores it; or why it is not taken. An empty number removes it. */
export function numbersEntered(it: Session, sent: Sent | undefined, asked: Asked): { readonly tax_numbers_entered?: Number[] } {
  if (!sent) return {};
  if (!it.tax_id_collection.enabled) return asked.refuse(not_collected);
  if (!sent.value?.trim()) return { tax_numbers_entered: [] };
  const type = tax_id_types.find((each) => each === sent.type);
  if (!type) return asked.refuse(sent.type ? of_no_type : without_type);
  const number = { type, value: writtenAs({ value: sent.value }) };
  // Check digits are judged only where the number decides the taxes.
  if (it.automatic_tax.enabled) requireValid(number, 'tax_id[value]', asked);
  else requireNumber(number, asked, 'tax_id[value]');
  return { tax_numbers_entered: [number] };
}

const not_collected: Refusal = {
  code: 'parameter_invalid',
  param: 'tax_id',
  message: 'This Checkout Session collects no tax ids. Leave tax_id out, or create the session with tax_id_collection[enabled]=true.',
};

const without_type: Refusal = { code: 'parameter_missing', param: 'tax_id[type]', message: 'Missing required param: tax_id[type].' };

const of_no_type: Refusal = {
  code: 'parameter_invalid',
  param: 'tax_id[type]',
  message: 'There is no such type of tax id. Send a type such as eu_vat.',
};

/** The tax ids that the payer of a session has entered. */
export const numbersOf = ({ tax_numbers_entered: entered }: Session): Number[] =>
  (entered ?? []).flatMap(({ type: of, value }) => {
    const type = tax_id_types.find((each) => each === of);
    return type && value ? [{ type, value }] : [];
  });
