import type { FastifyReply } from 'fastify';
import type { InvoicePaper } from '../paper/invoice-paper.js';
import { invoicePdf, pdfName } from '../paper/invoice-pdf.js';
import { headersFor, type Pages } from './pages.js';

/** Answers with a paper as a PDF. */
export async function sendPdf(pages: Pages, reply: FastifyReply, paper: InvoicePaper): Promise<FastifyReply> {
  return reply
    .headers(headersFor(pages, pages.nonce(), null))
    .header('content-disposition', `inline; filename="${pdfName(paper)}"`)
    .type('application/pdf')
    .send(Buffer.from(await invoicePdf(paper)));
}
