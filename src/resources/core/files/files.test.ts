import { describe, expect, test } from 'vitest';
import { decided, nothing, now, type Outcome, stored } from '../../../../test/support/decisions.js';
import { pdf, png } from '../../../../test/support/uploads.js';
import { Concealed } from '../../../kernel/base/concealed.js';
import type { Reader } from '../../../kernel/base/handler.js';
import { refuseNow } from '../../../kernel/base/refusal.js';
import type { Document } from '../../../kernel/base/resource.js';
import { Upload } from '../../../kernel/base/upload.js';
import { type Content, inspection } from './content.js';
import { downloadFile, downloadLinked } from './downloads.js';
import { file, fileLink } from './file.js';
import * as links from './file-links.js';
import { create, expire } from './index.js';
import { purpose_names, purposes } from './purposes.js';

const key = new Concealed('the key of its pieces');

function uploaded(bytes: Buffer): Upload<Content | null> {
  const looking = inspection();
  looking.take(bytes);
  return new Upload('a/b.png', { size: bytes.length, sha256: '', found: looking.found(), key });
}

const sent = (input: object = {}, bytes = png): Outcome =>
  decided(create, {
    it: stored(file, { id: 'file_1' }),
    input: { file: uploaded(bytes), purpose: 'dispute_evidence', ...input },
  });

describe('a file that is sent', () => {
  test('is described in its document, and the key of its pieces is in the vault alone', () => {
    const { set, sealed, ...rest } = sent();
    expect(set).toMatchObject({
      filename: 'b.png',
      size: png.length,
      type: 'png',
      url: 'https://pay.example.com/v1/files/file_1/contents',
    });
    expect(sealed.file_1).toMatchObject({ key, size: new Concealed(String(png.length)) });
    expect(JSON.stringify({ set, sealed, ...rest })).not.toContain(key.reveal());
  });

  test.each(purpose_names.filter((name) => purposes[name].types.length > 0))(
    'for %s is kept as long as it says, and takes a document or an image',
    (purpose) => {
      const { expires_after_days: days = null } = purposes[purpose] as { expires_after_days?: number };
      const { set, later } = sent({ purpose }, purposes[purpose].types.some((each) => each === 'pdf') ? pdf : png);
      const at = days === null ? null : now + days * 86_400;
      expect([set, later]).toMatchObject([{ purpose, expires_at: at }, at === null ? [] : [{ of: 'file_1', name: 'expire', at }]]);
    },
  );

  test('takes a link along only if one is asked for', () => {
    expect(sent({ file_link_data: { create: true } }).make).toHaveLength(1);
    expect(sent({ file_link_data: { create: false } }).make).toEqual([]);
    expect(sent().make).toEqual([]);
  });

  test('loses its contents when its time has come', () => {
    expect(decided(expire, { it: stored(file) })).toEqual({ ...nothing, set: { url: null }, sealed: { file_1: {} } });
  });
});

describe('a link', () => {
  const link = (members: object) => stored(fileLink, { id: 'link_1', file: 'file_1', ...members });
  const due = (members: object): Outcome =>
    decided(links.expire, { it: link(members), file: stored(file, { links: { data: [link({})] } }) });

  test('expires at its moment and not before, and once', () => {
    const links = { data: [expect.objectContaining({ id: 'link_1', expired: true })] };
    expect(due({ expires_at: now })).toEqual({ ...nothing, set: { expired: true }, also: [{ id: 'file_1', set: { links } }] });
    for (const members of [{ expires_at: now + 1 }, { expires_at: null }, { expires_at: now, expired: true }])
      expect(due(members)).toEqual(nothing);
  });

  test('leads to its file until its moment, whether or not its timer has come already', async () => {
    const follow = (members: object): Promise<unknown> =>
      downloadLinked.handle({ read: reading(link(members)), path: { id: 'link_1' }, now, refuse: refuseNow });
    expect(await follow({ expires_at: now + 1 })).toEqual({ bytes: [png], size: png.length, filename: 'a.png', content_type: 'image/png' });
    expect(await follow({})).toMatchObject({ filename: 'a.png' });
    for (const members of [{ expires_at: now }, { expired: true }]) {
      await expect(follow(members)).rejects.toMatchObject({ refusal: { code: 'resource_missing', param: 'id' } });
    }
  });
});

/** What the vault holds of one file. */
const contents = {
  key,
  size: new Concealed(String(png.length)),
  filename: new Concealed('a.png'),
  content_type: new Concealed('image/png'),
};

const reading = (found: object, kept: Readonly<Record<string, Concealed>> = contents): Reader =>
  ({
    find: async () => found as Document,
    contents: async (id: string) => (id === 'file_1' ? kept : {}),
    pieces: async () => [png],
  }) as unknown as Reader;

test('a file whose contents are gone says so', async () => {
  const sent = downloadFile.handle({ read: reading(stored(file), {}), path: { id: 'file_1' }, refuse: refuseNow });
  await expect(sent).rejects.toMatchObject({ refusal: { code: 'file_expired' } });
});

test('a file that was kept before there were pieces is read as it was', async () => {
  const { key: _, size: __, ...named } = contents;
  const older = { ...named, contents: new Concealed(png.toString('base64')) };
  const sent = downloadFile.handle({ read: reading(stored(file), older), path: { id: 'file_1' }, refuse: refuseNow });
  expect(await sent).toEqual({ bytes: [png], size: png.length, filename: 'a.png', content_type: 'image/png' });
});
