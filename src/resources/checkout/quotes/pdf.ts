import { type Download, handler } from '../../../kernel/base/handler.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { account } from '../../accounts/accounts/account.js';
import { customer } from '../../customers/customers/customer.js';
import { taxId } from '../../customers/tax-ids/tax-id.js';
import { type Quote, quote } from './quote.js';

/** The PDF of a quote that has been finalized. */
export const pdf = handler(
  'GET /v1/quotes/:id/pdf',
  {},
  'Download the PDF of a quote',
  async ({ read, path: { id = '' }, account: of, refuse }): Promise<Download> => {
    const found = await read.find(quote, id);
    if (!found) return refuse({ code: 'resource_missing', param: 'id', message: `No such quote: '${id}'` });
    if (found.number === null) return refuse(not_final);
    const owner = await read.find(account, of);
    const ids = owner?.settings.invoices.default_account_tax_ids ?? [];
    const tax_ids = (await Promise.all(ids.map((each) => read.find(taxId, each)))).filter((each) => each !== null);
    const payer = found.customer === null ? null : await read.find(customer, found.customer);
    const bytes = await read.print('quote', JSON.stringify({ quote: found, customer: payer, account: owner, tax_ids }));
    if (!bytes) return refuse({ code: 'service_unavailable' });
    return { bytes: [Buffer.from(bytes)], size: bytes.length, filename: filenameOf(found), content_type: 'application/pdf' };
  },
  { answers: 'bytes', about: 'Downloads the PDF of a quote that has been finalized, in the language of its customer.' },
);

const not_final: Refusal = {
  code: 'quote_unexpected_state',
  message: 'A draft has no PDF. Finalize the quote first.',
};

const filenameOf = ({ number }: Quote): string => `quote-${(number ?? '').replace(/[^\w-]+/g, '_')}.pdf`;
