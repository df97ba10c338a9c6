import type { Formats } from './format.js';
import type { InvoicePaper } from './invoice-paper.js';
import { filled } from './languages.js';
import type { Words } from './words.js';

/** What matters most of a paper, in one sentence. */
export function headlineOf({ paper, words, formats }: { paper: InvoicePaper; words: Words; formats: Formats }): string {
  const { kind, status, due, paid } = paper;
  const said = (text: string, amount: number, moment: number | null = null): string =>
    filled(text, { amount: formats.money(amount), date: moment === null ? '' : formats.day(moment) });
  if (kind === 'credit_note') return status === 'void' ? words.statuses.void : said(words.credit_headline, paper.total);
  if (kind === 'quote') return status === 'void' ? words.quote_void_headline : said(words.quote_headline, paper.total, due);
  if (status === 'void') return words.void_headline;
  if (status === 'paid')
    return paid === null ? said(words.paid_headline_undated, paper.total) : said(words.paid_headline, paper.amount_paid, paid);
  if (status === 'uncollectible') return said(words.uncollectible_headline, paper.amount_remaining);
  return due === null ? said(words.due_headline_undated, paper.amount_remaining) : said(words.due_headline, paper.amount_remaining, due);
}
