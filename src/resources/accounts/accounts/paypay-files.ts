import type { Asked } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { type Found, one } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { file } from '../../core/files/file.js';
import { requireFitFile } from '../persons/read.js';
import type { writable } from './account.js';

type File = It<typeof file>;

/** The files that PayPay asks of a business. */
export const files_for_paypay = {
  additional_files: one(file, 'settings.paypay_payments.additional_files'),
  payment_flow_file: one(file, 'settings.paypay_payments.site.restricted.payment_flow_file'),
} as const;

type Read = { readonly additional_files: Found<File | null> | null; readonly payment_flow_file: File | null };

const at = 'settings[paypay_payments]';

/** Refuses files for PayPay that are missing or have another purpose. */
export function requireFitForPaypay(given: Given<typeof writable>['settings'], read: Read, asked: Asked): void {
  const { additional_files = [], site } = given?.paypay_payments ?? {};
  for (const [place, id] of additional_files.entries()) {
    const found = read.additional_files?.all.find((each) => each.id === id) ?? null;
    requireFitFile(id, found, `${at}[additional_files][${place}]`, asked);
  }
  const shown = site?.restricted?.payment_flow_file;
  if (shown) requireFitFile(shown, read.payment_flow_file, `${at}[site][restricted][payment_flow_file]`, asked);
}
