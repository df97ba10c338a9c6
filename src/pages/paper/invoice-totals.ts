import type { InvoiceDiscount, InvoicePaper, InvoiceTax } from './invoice-paper.js';
import { filled } from './languages.js';
import type { Look } from './sheet.js';
import { looks, makeRoom, margin, rule, textWidth, type Writing, write } from './writing.js';

/** One line of a sum. */
export type Total = { readonly term: string; readonly amount: string; readonly weight: 'plain' | 'strong' };

/** From the lines to the amount due: subtotal, discounts, shipping, taxes of each rate, total, paid and remaining amount. */
export function totalsOf({ paper, words, formats }: Pick<Writing, 'paper' | 'words' | 'formats'>): Total[] {
  const { money } = formats;
  const plain = (term: string, amount: number): Total => ({ term, amount: money(amount), weight: 'plain' });
  const strong = (term: string, amount: number): Total => ({ term, amount: money(amount), weight: 'strong' });
  const isCredit = paper.kind === 'credit_note';
  const excluded = paper.total - paper.taxes.reduce((sum, { amount }) => sum + amount, 0);
  return [
    plain(words.subtotal, paper.subtotal),
    ...paper.discounts.map((discount) => plain(discountTerm({ words, formats }, discount), -discount.amount)),
    ...(paper.shipping === null ? [] : [plain(words.shipping, paper.shipping)]),
    ...(paper.taxes.length ? [plain(words.total_excluding_tax, excluded)] : []),
    ...paper.taxes.map((tax) => plain(taxTerm({ words, formats }, tax), tax.amount)),
    strong(isCredit ? words.total_credit : words.total, paper.total),
    ...(paper.applied_balance === 0 ? [] : [plain(words.applied_balance, -paper.applied_balance)]),
    ...(paper.credited === 0 ? [] : [plain(words.credit_note, -paper.credited)]),
    ...(paper.carried_over === 0 ? [] : [plain(words.carried_over, -paper.carried_over)]),
    ...(isCredit || paper.kind === 'quote' ? [] : settledBy(paper, words, plain, strong)),
  ];
}

type Row = (term: string, amount: number) => Total;

const settledBy = (paper: InvoicePaper, words: Writing['words'], plain: Row, strong: Row): Total[] => [
  ...(paper.amount_paid > 0 ? [plain(words.amount_paid, -paper.amount_paid)] : []),
  strong(words.amount_due, paper.status === 'void' ? 0 : paper.amount_remaining),
];

type Said = Pick<Writing, 'words' | 'formats'>;

function discountTerm({ words, formats }: Said, { name, percent_off, is_credits }: InvoiceDiscount): string {
  if (is_credits) return words.billing_credits;
  const off = percent_off === null ? null : filled(words.off, { percentage: formats.percentage(String(percent_off)) });
  return withAside(name ?? words.discount, [off]);
}

/** A tax with its rate and what it is taken of, as tax offices want it. */
function taxTerm({ words, formats }: Said, { name, percentage, taxable_amount, inclusive }: InvoiceTax): string {
  const rate = percentage === null ? null : formats.percentage(percentage);
  const taken =
    rate === null || taxable_amount === null ? rate : filled(words.tax_on, { percentage: rate, amount: formats.money(taxable_amount) });
  return withAside(name ?? words.tax, [taken, inclusive ? words.included : null]);
}

function withAside(term: string, asides: readonly (string | null)[]): string {
  const said = asides.filter((each) => each !== null);
  return said.length ? `${term} (${said.join(', ')})` : term;
}

const amount_width = 120;
const block_max = 330;

/** The sum, at the side where amounts stand. */
export function writeTotals(writing: Writing): void {
  const { paper, words } = writing;
  const width = Math.min(block_max, textWidth(writing));
  const x = margin + textWidth(writing) - width;
  writing.y += 6;
  for (const total of totalsOf(writing)) writeTotal(writing, total, { x, width });
  const remarks = new Set(paper.taxes.flatMap(({ reason }) => (reason ? [words[reason]] : [])));
  writing.y += 6;
  for (const remark of remarks) write(writing, remark, { x, width, align: 'end' }, looks.quiet);
}

function writeTotal(writing: Writing, { term, amount, weight }: Total, { x, width }: { x: number; width: number }): void {
  const look: Look = looks[weight];
  const { sheet } = writing;
  const described = width - amount_width - 10;
  makeRoom(writing, sheet.lines(term, described, look).length * sheet.leading(look) + 8);
  if (weight === 'strong') {
    rule(writing, { x, width });
    writing.y += 4;
  }
  const top = writing.y;
  write(writing, term, { x, width: described }, look);
  const below = writing.y;
  writing.y = top;
  write(writing, amount, { x: x + width - amount_width, width: amount_width, align: 'end' }, look);
  writing.y = Math.max(below, writing.y) + 4;
}
