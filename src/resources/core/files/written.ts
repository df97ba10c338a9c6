import type { Concealed } from '../../../kernel/base/concealed.js';
import { type Around, at, type Effect, type Effects, seal } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import { sealed } from './downloads.js';
import { file } from './file.js';
import { expiryOf } from './purposes.js';

/** Where its owner downloads a file: beside the pages. */
export const contentsUrl = (id: string, { pageUrl }: Pick<Around, 'pageUrl'>): string =>
  `${pageUrl('links', { object: 'file', id }, id).split('/links/')[0]}/v1/files/${id}/contents`;

/** A file that the service has written: its id, and the size and the key of its contents. */
export type Written = { readonly id: string; readonly filename: string; readonly size: number; readonly key: Concealed };

/** The file of a report, whose contents are stored already. */
export function reportFile(
  { id, filename, size, key }: Written,
  around: Pick<Around, 'make' | 'now' | 'pageUrl'>,
): { readonly stored: It<typeof file> & Effect; readonly effects: Effects } {
  const purpose = 'finance_report_run';
  const expires_at = expiryOf(purpose, around.now);
  const url = contentsUrl(id, around);
  const links = { url: `/v1/file_links?file=${id}` };
  const stored = around.make(file, { expires_at, filename, links, purpose, size, type: 'csv', url }, id);
  return { stored, effects: [stored, seal(stored, sealed({ key, size }, filename, 'csv')), at(expires_at, stored, 'expire')] };
}
