import { type Words as FieldWords, wordsOf as fieldWordsOf } from '../browser/words.js';
import { type KitWords, kit_words } from '../kit/kit-words.js';
import type { Merchant } from '../kit/merchant.js';
import {
  alert,
  card,
  type Fact,
  facts,
  foreign,
  heading,
  html,
  linkButton,
  type Markup,
  merchantBrand,
  page,
  payerLayout,
  type Row,
  section,
  table,
  wayBack,
} from '../kit/ui.js';
import type { Formats } from '../paper/format.js';
import { formatsOf } from '../paper/format.js';
import { headlineOf } from '../paper/headline.js';
import type { InvoiceLine, InvoicePaper, Party } from '../paper/invoice-paper.js';
import { totalsOf } from '../paper/invoice-totals.js';
import { filled, type Locale, wordsOf } from '../paper/languages.js';
import type { Words } from '../paper/words.js';
import { payForm, type Typed } from './invoice-pay-form.js';
import { invoice_sheet } from './invoice-sheet.js';
import { type Failure, type PageWords, page_words } from './invoice-words.js';

/** How the payment of an invoice stands: what it can be paid with, what the payer must do, and why it failed. */
export type Payable = {
  /** The types of payment method that are taken. */
  readonly types: readonly string[];
  readonly standing: 'open' | 'processing' | 'requires_action' | 'succeeded';
  /** Where the payer takes the next step. */
  readonly next_url: string | null;
  readonly failure: Failure | null;
};

/** An invoice as its payer sees it. */
export type InvoiceView = {
  readonly paper: InvoicePaper;
  readonly merchant: Merchant;
  readonly locale: Locale;
  /** Null where nothing can be paid. */
  readonly payable: Payable | null;
  /** What was typed in and not taken. */
  readonly typed: Typed | null;
  /** The path of the page, which its form is sent to. */
  readonly action: string;
  readonly nonce: string;
};

/** All that the words of a page are made of. */
export type Speaking = {
  readonly locale: Locale;
  readonly words: Words;
  readonly said: PageWords;
  /** The words of fields, and of what is wrong with them. */
  readonly fields: FieldWords;
  readonly kit: KitWords;
  readonly formats: Formats;
};

/** The page of an invoice: the amount due, a form to pay it, and its lines. It needs no script. */
export function invoicePage(view: InvoiceView): string {
  const { paper, merchant, action, nonce } = view;
  const speaking = speakingTo(view);
  const { words, said, locale, kit } = speaking;
  const title = [words[paper.kind], paper.number].filter(Boolean).join(' ');
  const content = card(
    merchantBrand(merchant, kit),
    heading(headlineOf({ paper, ...speaking }), leadOf(view, speaking)),
    stateOf(view, speaking),
    isPayable(view) && section(said.pay, payForm(view, speaking)),
    linkButton(`${action}/pdf`, said.download),
    table({ caption: said.lines, heads: [words.description, words.amount], rows: rowsOf(paper, speaking) }),
    section(said.details, facts(factsOf(paper, speaking))),
    paper.footer && html`<p class="terms">${foreign(paper.footer, 5000)}</p>`,
  );
  const body = payerLayout({ livemode: paper.livemode, card: content, warning: words.test, merchant, said: kit });
  return page({ title, nonce, lang: locale.tag, body, merchant, own: { sheet: invoice_sheet, script: '' } });
}

function speakingTo({ locale, paper: { currency } }: InvoiceView): Speaking {
  const { language } = locale;
  const [words, said, kit] = [wordsOf(locale), page_words[language], kit_words[language]];
  return { locale, words, said, kit, fields: fieldWordsOf(language), formats: formatsOf(locale, currency) };
}

const takes: ReadonlySet<string> = new Set(['open', 'requires_action']);

/** Whether there is a form: what is on its way is not paid twice. */
export const isPayable = ({ paper, payable }: Pick<InvoiceView, 'paper' | 'payable'>): boolean =>
  payable !== null && takes.has(payable.standing) && (paper.status === 'open' || paper.status === 'uncollectible');

function leadOf({ paper, merchant }: InvoiceView, { words, said, kit }: Speaking): Markup {
  const names = { title: words[paper.kind], number: paper.number ?? '', issuer: merchant.name ?? kit.the_shop };
  return html`${foreign(filled(said.lead, names))}${paper.memo && html`<br>${foreign(paper.memo, 1000)}`}`;
}

function stateOf({ paper, payable }: InvoiceView, { said, words }: Speaking): Markup | null {
  if (paper.status === 'paid' || payable?.standing === 'succeeded') return alert('good', said.paid);
  if (paper.status === 'void') return alert('neutral', words.void_headline);
  if (payable?.standing === 'processing') return alert('neutral', said.processing);
  if (payable?.failure) return alert('bad', said.failures[payable.failure]);
  if (payable?.standing === 'requires_action' && payable.next_url)
    return html`${alert('neutral', said.action)}${wayBack(payable.next_url, said.go_on)}`;
  return paper.status === 'uncollectible' ? alert('neutral', said.uncollectible) : null;
}

function rowsOf(paper: InvoicePaper, speaking: Speaking): Row[] {
  const { formats } = speaking;
  const lines = paper.lines.map((line) => ({
    what: foreign(line.description ?? '', 1000),
    aside: asideOf(line, speaking),
    amount: formats.money(line.amount),
  }));
  const totals = totalsOf({ paper, ...speaking }).map(({ term, amount, weight }) => ({
    what: term,
    amount,
    strong: weight === 'strong',
  }));
  return [...lines, ...totals];
}

/** How many at what price, for when, and what is taken off, each on a line of its own. */
function asideOf({ quantity, unit_amount, period, discounts, tax_percentages }: InvoiceLine, { formats, words }: Speaking): Markup | null {
  const price = unit_amount === null ? null : formats.unitPrice(unit_amount);
  const parts = [
    quantity === null ? null : [formats.quantity(quantity), price].filter(Boolean).join(' × '),
    period && formats.period(period),
    ...discounts.map(({ name, amount }) => `${name ?? words.discount} ${formats.money(-amount)}`),
    tax_percentages.map(formats.percentage).join(' + '),
  ].filter((part): part is string => Boolean(part));
  return parts.length ? html`${parts.map((part, place) => html`${place > 0 && html`<br>`}${foreign(part, 400)}`)}` : null;
}

function factsOf(paper: InvoicePaper, { words, formats }: Speaking): Fact[] {
  const isCredit = paper.kind === 'credit_note';
  const rows: readonly (readonly [string, string | null])[] = [
    [isCredit ? words.credit_note_number : words.number, paper.number],
    [words.credited_invoice, paper.credited_number],
    [words.issued, paper.issued === null ? null : formats.day(paper.issued)],
    [words.due, paper.due === null ? null : formats.day(paper.due)],
    [words.paid_on, paper.paid === null ? null : formats.day(paper.paid)],
    [words.period, paper.period && formats.period(paper.period)],
  ];
  const fields = paper.custom_fields.map(({ name, value }) => [name, value] as const);
  return [
    ...[...rows, ...fields].flatMap(([term, detail]) => (detail ? [{ term, detail: foreign(detail) }] : [])),
    { term: words.from, detail: partyOf(paper.issuer, formats) },
    { term: words.bill_to, detail: partyOf(paper.customer, formats) },
  ];
}

function partyOf({ name, address, email, tax_ids }: Party, formats: Formats): Markup {
  const lines = [name, ...(address ? formats.address(address) : []), email, ...tax_ids.map(({ value }) => value)];
  return html`${lines.filter((line): line is string => Boolean(line)).map((line, place) => html`${place > 0 && html`<br>`}${foreign(line)}`)}`;
}
