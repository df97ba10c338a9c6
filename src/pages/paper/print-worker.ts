import { parentPort } from 'node:worker_threads';
import type { InvoicePaper } from './invoice-paper.js';
import { invoicePdf } from './invoice-pdf.js';

/** What a print worker answers: the bytes, or why there are none. */
export type Printed = { readonly bytes: Uint8Array } | { readonly fault: string };

parentPort?.on('message', async (paper: InvoicePaper) => {
  const printed: Printed = await invoicePdf(paper).then(
    (bytes) => ({ bytes }),
    (error: Error) => ({ fault: error.message }),
  );
  parentPort?.postMessage(printed);
});
