import type { Mailing } from '../../delivery/mail/deliver.js';
import type { Reader } from '../../kernel/base/handler.js';
import { paperOfQuote, type QuoteDocuments } from '../../pages/paper/from-quote.js';

/** How many prints may wait before a request: its caller tries again later. */
const waiting_max = 8;

/** Prints objects of the API for their callers. */
export const paperPrinter =
  (print: Mailing['print'], logo: (link: string | null) => Promise<Uint8Array | null>): Reader['print'] =>
  async (_kind, documents) => {
    const of: QuoteDocuments = JSON.parse(documents);
    return print(paperOfQuote(of, await logo(of.account.logo_link ?? null)), waiting_max);
  };
