/** Named keys, the first one in use; older ones still open what they sealed, so a key is rotated without stopping. */
export type KeyRing = readonly { readonly id: string; readonly key: Buffer }[];

const key_length = 32;

/** Reads `id:base64,id:base64`, the key in use first; null when it is no key ring, or one that anybody would guess. */
export function readKeyRing(text: string): KeyRing | null {
  const ring = text.split(',').map((each) => {
    const [id = '', encoded = ''] = each.trim().split(':');
    return { id, key: Buffer.from(encoded, 'base64') };
  });
  const good = ring.every(({ id, key }) => /^\w{1,32}$/.test(id) && key.length === key_length && new Set(key).size > 1);
  return good && new Set(ring.map(({ id }) => id)).size === ring.length ? ring : null;
}
