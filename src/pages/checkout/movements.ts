import { formatMoney } from '../../arithmetic/billing/format-money.js';
import { fieldsIn, groupsOf, isDocument, isOfBirth, labelOf, ordered, titleOf, typeable } from '../connect/fields.js';
import { reasonIn, type Speaking } from '../connect/speaking.js';
import { formatMoment } from '../kit/format-date.js';
import { alert, filledWith, foreign, form, html, type Markup, notice, type Row, type Shown, section, table } from '../kit/ui.js';
import { filled, type Locale, wordsOf } from '../paper/languages.js';
import type { ExpressWords } from './express-words.js';

/** An amount in minor units. */
export type Money = { readonly amount: number; readonly currency: string };

/** A payout as its owner sees it. */
export type PayoutShown = Money & { readonly id: string; readonly arrival_date: number; readonly created: number; readonly status: string };

/** A payment as its owner sees it. */
export type PaymentShown = Money & {
  readonly id: string;
  readonly amount_refunded: number;
  readonly created: number;
  readonly description: string | null;
  readonly source_transfer: unknown;
  readonly status: string;
};

/** The funds and the movements of an account. */
export type Movements = {
  readonly balance: { readonly available: readonly Money[]; readonly pending: readonly Money[] };
  readonly payments: readonly PaymentShown[];
  readonly payouts: readonly PayoutShown[];
};

/** What is due of an account, and what it has. */
export type AccountShown = {
  readonly currency: string;
  readonly due: readonly string[];
  readonly errors: readonly { readonly code: string; readonly reason: string; readonly requirement: string }[];
  readonly later: readonly string[];
  readonly next_payout: number | null;
  readonly payouts_enabled: boolean;
};

/** What these parts of a page are shown with. */
export type Spoken = {
  readonly shown: AccountShown;
  readonly overview: Movements;
  /** Where the form leads that opens the page for required information, and whether in a tab of its own. */
  readonly action: string;
  readonly new_tab: boolean;
  readonly locale: Locale;
  readonly said: ExpressWords;
  readonly speaking: Speaking;
};

/** What the parts look like. */
export const movements_sheet = `
.due { margin: 0; padding-inline-start: 1.25rem; display: grid; gap: var(--space-xs); }
.button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.lines caption { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.lines tbody th { overflow-wrap: anywhere; }
.lines td, .lines thead th { white-space: nowrap; }
section { gap: var(--space-s); justify-items: start; }
section > * { inline-size: 100%; }
section .notice { text-align: start; }
`;

/** Whether a payout is on its way. */
export const isComing = (status: string): boolean => status === 'pending' || status === 'in_transit';

/** An amount as the locale writes it. */
export const moneyIn = ({ locale }: Spoken, money: Money): string => formatMoney(money, locale.tag);

/** A day that a browser can read as well as people. */
function day({ locale }: Spoken, seconds: number): Shown {
  const moment = formatMoment(seconds, { lang: locale.tag });
  return moment && html`<time datetime="${moment.iso}">${moment.day}</time>`;
}

/** What stands below a line, part by part. */
const aside = (...parts: readonly Shown[]): Markup =>
  html`${parts.filter(Boolean).map((part, place) => html`${place > 0 && ' · '}${part}`)}`;

const rowsOr = ({ locale }: Spoken, caption: string, rows: readonly Row[], nothing: string): Markup => {
  const { amount, description } = wordsOf(locale);
  return rows.length > 0 ? table({ caption, heads: [description, amount], rows }) : notice(nothing);
};

/** A section with rows, or what is said without any. */
export const listing = (spoken: Spoken, title: string, rows: readonly Row[], nothing: string): Markup =>
  section(title, rowsOr(spoken, title, rows, nothing));

/** The funds in each currency; where nothing has come in yet, none in its own. */
export function balanceRows(spoken: Spoken): Row[] {
  const { overview, said, shown } = spoken;
  const { pending } = overview.balance;
  const available = overview.balance.available.length > 0 ? overview.balance.available : [{ amount: 0, currency: shown.currency }];
  const code = ({ currency }: Money): string => currency.toUpperCase();
  return [
    ...available.map((each) => ({ what: said.available, aside: code(each), amount: moneyIn(spoken, each), strong: true })),
    ...pending.map((each) => ({ what: said.pending, aside: aside(code(each), said.soon), amount: moneyIn(spoken, each) })),
  ];
}

/** The payouts on their way, and the next one of the schedule. */
export function comingPayouts(coming: readonly PayoutShown[], spoken: Spoken): Markup[] {
  const { said, shown } = spoken;
  const rows = coming.map((each) => payoutRow(each, spoken));
  const next = shown.next_payout;
  return [
    rowsOr(spoken, said.upcoming, rows, said.none_upcoming),
    ...(next === null ? [] : [notice(filledWith(said.next_payout, { date: day(spoken, next) }))]),
  ];
}

/** A payout as a row. */
export function payoutRow(each: PayoutShown, spoken: Spoken): Row {
  const { said } = spoken;
  const date = day(spoken, each.arrival_date);
  return {
    what: isComing(each.status) ? filledWith(said.arrives, { date }) : date,
    aside: said.payouts[each.status] ?? each.status,
    amount: moneyIn(spoken, each),
  };
}

/** A payment as a row, with what stands beside its state. */
export function paymentRow(each: PaymentShown, spoken: Spoken, more: Shown = null): Row {
  const { said } = spoken;
  const amount = moneyIn(spoken, { ...each, amount: each.amount_refunded });
  return {
    what: foreign(each.source_transfer ? said.from_platform : (each.description ?? said.payment), 80),
    aside: aside(
      day(spoken, each.created),
      said.payments[each.status] ?? each.status,
      each.amount_refunded > 0 && foreign(filled(said.refunded, { amount })),
      more,
    ),
    amount: moneyIn(spoken, each),
  };
}

/** What is due and where to provide it; what is asked for later only where nothing is due. */
export function dueSection(spoken: Spoken): Markup | null {
  const { shown, action, said } = spoken;
  const { due, later, payouts_enabled } = shown;
  const names = due.length > 0 ? due : later;
  if (names.length === 0) return payouts_enabled ? null : alert('bad', said.disabled);
  const title = due.length > 0 ? said.due : said.due_later;
  return section(
    title,
    due.length > 0 && alert(payouts_enabled ? 'neutral' : 'bad', payouts_enabled ? said.due_soon : said.due_now),
    html`<ul class="due">${linesOf(names, spoken).map((line) => html`<li>${line}</li>`)}</ul>`,
    typeable(names).length > 0 && form({ action, label: title, content: null, submit: said.provide, new_tab: spoken.new_tab }),
  );
}

/** What is asked, a line for each group, with what was found to be wrong. */
function linesOf(names: readonly string[], { shown, speaking, said: { due_of } }: Spoken): Shown[] {
  const { locale, said } = speaking;
  const typed = typeable(names);
  const list = new Intl.ListFormat(locale.tag, { type: 'conjunction' });
  const groups = groupsOf(typed).map((group) => {
    const industry = group.prefix === 'business_profile' && typed.includes('business_profile.mcc') ? [said.industry] : [];
    const labels = ordered(fieldsIn(group, typed), speaking).map((each) => (isOfBirth(each) ? said.born : labelOf(each.field, speaking)));
    const fields = list.format(new Set([...industry, ...labels]));
    const title = titleOf(group, speaking);
    const found = shown.errors.filter(({ requirement }) => requirement.startsWith(`${group.prefix}.`));
    return html`${fields ? filled(due_of, { group: title, fields }) : title}${found.map((error) => html`<br>${reasonIn(speaking, error)}`)}`;
  });
  return [...groups, names.some(isDocument) && said.document_unnamed, names.includes('tos_acceptance.date') && said.terms].filter(Boolean);
}
