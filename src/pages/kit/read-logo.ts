import { buffer } from 'node:stream/consumers';
import type { Fetching } from './link-routes.js';
import { isUnanswered, subjectOf, unanswered } from './pages.js';

/** The picture that a link leads to, read through the public API; null where it is gone. */
export async function readLogo(fetching: Fetching, link: string | null): Promise<Uint8Array | null> {
  const token = link?.split('/').at(-1);
  if (!token) return null;
  const { status, bytes } = await fetching({ url: `/v1/file_links/${encodeURIComponent(subjectOf(token).id)}/contents`, token });
  if (status === 200) return buffer(bytes);
  bytes.destroy();
  if (isUnanswered(status)) throw unanswered(status);
  return null;
}
