/** Named keys, the current one first; older ones still decrypt what they sealed, so a key is rotated without downtime. */
export type KeyRing = readonly { readonly id: string; readonly key: Buffer }[];

const key_length = 32;

/** Reads `id:base64,id:base64`, the current key first; null if it is malformed, or a key is trivially guessable. */
export function readKeyRing(text: string): KeyRing | null {
  const ring = text.split(',').map((each) => {
    const [id = '', encoded = ''] = each.trim().split(':');
    return { id, key: Buffer.from(encoded, 'base64') };
  });
  const good = ring.every(({ id, key }) => /^\w{1,32}$/.test(id) && key.length === key_length && new Set(key).size > 1);
  return good && new Set(ring.map(({ id }) => id)).size === ring.length ? ring : null;
}
