import type { FastifyReply } from 'fastify';
import { headersFor, type Pages, sendUnavailable } from '../kit/pages.js';
import { type InvoicePaper, pdfName } from '../paper/invoice-paper.js';
import type { Print } from '../paper/printing.js';

/** How many prints may wait before a request: a browser asks again later. */
const waiting_max = 8;

/** Answers with a paper as a PDF. */
export async function sendPdf(pages: Pages, reply: FastifyReply, paper: InvoicePaper, print: Print): Promise<FastifyReply> {
  const bytes = await print(paper, waiting_max);
  if (!bytes) return sendUnavailable(pages, reply);
  return reply
    .headers(headersFor(pages, pages.nonce(), null))
    .header('content-disposition', `inline; filename="${pdfName(paper)}"`)
    .type('application/pdf')
    .send(Buffer.from(bytes));
}
