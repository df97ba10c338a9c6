import type { AnyResource } from '../../kernel/base/resource.js';
import type { Caller, View } from '../../kernel/engine/engine.js';
import { shownRow } from '../../kernel/engine/reply.js';
import type { Row } from '../../kernel/storage/list.js';
import { nothingFound, type Present } from '../present/expand.js';

/** Stored rows as the elements of a JSON array; synchronous where nothing is expanded. */
export async function presentAll(
  present: Present,
  resource: AnyResource,
  rows: readonly Row[],
  caller: Caller,
  view: View,
): Promise<string> {
  const found = nothingFound();
  const shown = rows.map((row) => present(shownRow(resource, row), caller.account, view, undefined, found));
  return (shown.some((each) => typeof each !== 'string') ? await Promise.all(shown) : shown).join(',');
}
