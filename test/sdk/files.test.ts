import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';
import { download, pdf, png } from '../support/uploads.js';

const service = await commonService();

/** The older SDK sends files to another host unless each call names one. */
const here = untyped<Stripe.RequestOptions>({ host: '127.0.0.1' });

const receipt = { data: png, name: 'receipt.png', type: 'image/png' };

forEachSdk('$name: a file is uploaded, retrieved, and downloaded with the key', async (sdk) => {
  const { key } = service.client();
  const stripe = connect(sdk, service, key);
  const file = await stripe.files.create({ purpose: 'dispute_evidence', file: receipt }, here);
  expect(file).toMatchObject({
    object: 'file',
    purpose: 'dispute_evidence',
    filename: 'receipt.png',
    size: png.length,
    type: 'png',
    title: null,
  });
  expect(await stripe.files.retrieve(file.id)).toMatchObject({ id: file.id, links: { object: 'list', data: [] } });
  expect((await stripe.files.list({ purpose: 'dispute_evidence' })).data.map(({ id }) => id)).toEqual([file.id]);
  expect((await stripe.files.list({ purpose: 'identity_document' })).data).toEqual([]);
  expect((await download(file.url ?? '', key)).bytes.equals(png)).toBe(true);
});

forEachSdk('$name: a file is uploaded together with a link, and the link expires', async (sdk) => {
  const stripe = connect(sdk, service);
  const file = await stripe.files.create(
    {
      purpose: 'dispute_evidence',
      file: { data: pdf, name: 'letter.pdf', type: 'application/pdf' },
      file_link_data: { create: true, metadata: { case: '7' } },
    },
    here,
  );
  const [link] = file.links?.data ?? [];
  expect(link).toMatchObject({ object: 'file_link', expired: false, metadata: { case: '7' } });
  expect((await download(link?.url ?? '')).bytes.equals(pdf)).toBe(true);
  expect(await stripe.fileLinks.update(link?.id ?? '', { expires_at: 'now' })).toMatchObject({ id: link?.id, expired: true });
  expect((await download(link?.url ?? '')).status).toBe(404);
});

forEachSdk('$name: links are created, listed by file, updated and expanded', async (sdk) => {
  const stripe = connect(sdk, service);
  const [first, second] = [
    await stripe.files.create({ purpose: 'dispute_evidence', file: receipt }, here),
    await stripe.files.create({ purpose: 'business_logo', file: receipt }, here),
  ];
  const expires_at = Math.floor(service.now() / 1000) + 3600;
  const link = await stripe.fileLinks.create({ file: first.id, expires_at, expand: ['file'] });
  expect(link.file).toMatchObject({ id: first.id, object: 'file' });
  await stripe.fileLinks.create({ file: second.id });
  expect((await stripe.fileLinks.list({ file: first.id })).data.map(({ id }) => id)).toEqual([link.id]);
  expect((await stripe.fileLinks.list()).data).toHaveLength(2);
  const changed = await stripe.fileLinks.update(link.id, { expires_at: '', metadata: { note: 'kept' } });
  expect(changed).toMatchObject({ expires_at: null, metadata: { note: 'kept' }, file: first.id });
  expect((await stripe.fileLinks.retrieve(link.id)).url).toBe(link.url);
});

forEachSdk('$name: a file of an unsupported type is refused with the name of its parameter', async (sdk) => {
  const stripe = connect(sdk, service);
  const file = { data: Buffer.from('<svg onload="alert(1)"/>'), name: 'receipt.png', type: 'image/png' };
  const error = await errorOf(stripe.files.create({ purpose: 'dispute_evidence', file }, here));
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, code: 'parameter_invalid', param: 'file' });
});

forEachSdk('$name: a file is uploaded as a stream', async (sdk) => {
  const stripe = connect(sdk, service);
  const { Readable } = await import('node:stream');
  const data = Readable.from([png.subarray(0, 20), png.subarray(20)]) as unknown as Uint8Array;
  const file: Stripe.File = await stripe.files.create({ purpose: 'dispute_evidence', file: { ...receipt, data } }, here);
  expect(file.size).toBe(png.length);
});
