import type { FastifyInstance } from 'fastify';
import { notFoundPage } from '../kit/error-page.js';
import { type Pages, send, subjectOf } from '../kit/pages.js';
import type { InvoicePaper } from '../paper/invoice-paper.js';
import type { Print } from '../paper/printing.js';
import { sendPdf } from './send-pdf.js';

/** Reads the credit note that an address was made for; null where the address is void. */
export type ReadCreditNote = (pages: Pages, token: string) => Promise<InvoicePaper | null>;

/** Registers the address of a credit note, where it is downloaded. */
export function registerCreditNote(server: FastifyInstance, pages: Pages, read: ReadCreditNote, print: Print): void {
  server.get<{ Params: { token: string } }>('/credit_note/:token/pdf', async ({ params: { token } }, reply) => {
    const paper = subjectOf(token).object === 'credit_note' ? await read(pages, token) : null;
    return paper ? sendPdf(pages, reply, paper, print) : send(pages, reply, 404, notFoundPage);
  });
}
