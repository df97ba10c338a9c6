import type { AnyAsk, AnyQuestion, Contents } from '../base/question.js';
import { openContents } from '../vault/vault.js';
import type { Engine, Tenant } from './engine.js';

/** The content of the vault that goes along with a question. A verification code is gone for good once its request is. */
export async function contentsOf({ load, vault }: Engine, { account }: Tenant, { sealed }: AnyQuestion, ask: AnyAsk): Promise<Contents> {
  if (!sealed) return {};
  const id = sealed.of(ask);
  const [row] = await load([{ of: 'vault', account, object: sealed.kind, id, member: '' }]);
  return row?.bytes ? openContents(vault, account, id, { key_id: row.secret ?? '', sealed: row.bytes }) : {};
}
