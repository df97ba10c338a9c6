import { type Content, type Fault, type Json, membersOf, merged } from '../shapes.js';
import { sibling } from '../siblings.js';
import { lineTo } from '../wire.js';

/** What the frames of a group hold together. */
export type Collected =
  | { readonly error: Fault }
  | {
      /** The type of payment method that is paid with; null where the frames hold none. */
      readonly type: string | null;
      readonly method: Json;
      readonly shipping: Json | null;
    };

/** Parts of a group that say something of the payer, and nothing of what is paid with. */
const besides: ReadonlySet<string> = new Set(['email', 'address']);

/** Asks frames of this origin what was typed into them. They answer this frame; the merchant's page takes no part. */
export async function collect(names: readonly string[]): Promise<Collected> {
  const answers = await Promise.all(names.map(contentOf));
  const contents = answers.filter((content) => content !== null);
  const error = contents.find((content) => content.error)?.error;
  if (error) return { error };
  const { shipping, ...method } = contents.map(({ data }) => data).reduce(merged, {});
  const type = contents.find((content) => !besides.has(content.type))?.type ?? null;
  return { type, method, shipping: shipping === undefined ? null : membersOf(shipping) };
}

async function contentOf(name: string): Promise<Content | null> {
  const line = lineTo({ window: () => sibling(name), origin: location.origin }, {});
  try {
    return await line.call('collect', null);
  } finally {
    line.close();
  }
}
