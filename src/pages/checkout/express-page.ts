import { formatMoney } from '../../arithmetic/billing/format-money.js';
import type { ViewOf } from '../../kernel/base/views.js';
import type { loginLink } from '../../resources/connect/login-links/login-link.js';
import type { Overview } from '../../resources/connect/login-links/overview.js';
import { fieldsIn, groupsOf, isDocument, isOfBirth, labelOf, ordered, titleOf, typeable } from '../connect/fields.js';
import { reasonIn, type Speaking, speakingIn } from '../connect/speaking.js';
import { invoice_sheet } from '../invoices/invoice-sheet.js';
import { formatMoment } from '../kit/format-date.js';
import {
  alert,
  brand,
  card,
  filledWith,
  foreign,
  form,
  heading,
  html,
  type Markup,
  notice,
  page,
  payerLayout,
  type Row,
  type Shown,
  section,
  table,
} from '../kit/ui.js';
import { filled, type Locale, wordsOf } from '../paper/languages.js';
import { type ExpressWords, express_words } from './express-words.js';

type Money = Overview['balance']['available'][number];
type Payout = Overview['payouts'][number];
type Payment = Overview['payments'][number];

/** What is asked of an account. Its own currency is shown before anything comes in. */
type ShownAccount = NonNullable<ViewOf<typeof loginLink>['shown']>;

/** What the page is shown with. */
export type ExpressView = {
  readonly shown: ShownAccount;
  readonly overview: Overview;
  /** Where the form leads that opens the page for required information. */
  readonly action: string;
  readonly livemode: boolean;
  readonly locale: Locale;
  readonly nonce: string;
};

/** The view with the words of its language. */
type Spoken = ExpressView & { readonly said: ExpressWords; readonly speaking: Speaking };

const sheet = `${invoice_sheet}
.due { margin: 0; padding-inline-start: 1.25rem; display: grid; gap: var(--space-xs); }
.button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.lines caption { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.lines tbody th { overflow-wrap: anywhere; }
.lines td, .lines thead th { white-space: nowrap; }
section { gap: var(--space-s); justify-items: start; }
section > * { inline-size: 100%; }
section .notice { text-align: start; }
`;

const shown_max = 10;

/** The page that shows the owner of a connected account its balance, its movements and its due fields. It needs no script. */
export function expressPage(view: ExpressView): string {
  const { shown, overview, livemode, locale, nonce } = view;
  const said = express_words[locale.language];
  const spoken = { ...view, said, speaking: speakingIn(locale) };
  const { kit } = spoken.speaking;
  const coming = overview.payouts.filter(({ status }) => isComing(status));
  const made = overview.payouts.filter(({ status }) => !isComing(status)).slice(0, shown_max);
  const payments = overview.payments.slice(0, shown_max);
  const content = card(
    brand(shown.name ?? said.unnamed),
    heading(said.title, said.lead),
    dueSection(spoken),
    section(said.balance, table({ caption: said.balance, heads: [said.state, wordsOf(locale).amount], rows: balanceRows(spoken) })),
    section(said.upcoming, ...comingPayouts(coming, spoken)),
    listing(
      spoken,
      said.recent,
      made.map((each) => payoutRow(each, spoken)),
      said.none_made,
    ),
    listing(
      spoken,
      said.received,
      payments.map((each) => paymentRow(each, spoken)),
      said.none_received,
    ),
  );
  const body = payerLayout({ livemode, card: content, warning: kit.test_data, said: kit });
  return page({ title: said.title, nonce, lang: locale.tag, body, own: { sheet, script: '' } });
}

const isComing = (status: string): boolean => status === 'pending' || status === 'in_transit';

const moneyIn = ({ locale }: Spoken, money: Money): string => formatMoney(money, locale.tag);

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

const listing = (spoken: Spoken, title: string, rows: readonly Row[], nothing: string): Markup =>
  section(title, rowsOr(spoken, title, rows, nothing));

/** The funds in each currency; where nothing has come in yet, none in its own. */
function balanceRows(spoken: Spoken): Row[] {
  const { overview, said, shown } = spoken;
  const { pending } = overview.balance;
  const available = overview.balance.available.length > 0 ? overview.balance.available : [{ amount: 0, currency: shown.currency }];
  const code = ({ currency }: Money): string => currency.toUpperCase();
  return [
    ...available.map((each) => ({ what: said.available, aside: code(each), amount: moneyIn(spoken, each), strong: true })),
    ...pending.map((each) => ({ what: said.pending, aside: aside(code(each), said.soon), amount: moneyIn(spoken, each) })),
  ];
}

function comingPayouts(coming: readonly Payout[], spoken: Spoken): Markup[] {
  const { said, shown } = spoken;
  const rows = coming.map((each) => payoutRow(each, spoken));
  const next = shown.next_payout;
  return [
    rowsOr(spoken, said.upcoming, rows, said.none_upcoming),
    ...(next === null ? [] : [notice(filledWith(said.next_payout, { date: day(spoken, next) }))]),
  ];
}

function payoutRow(each: Payout, spoken: Spoken): Row {
  const { said } = spoken;
  const date = day(spoken, each.arrival_date);
  return {
    what: isComing(each.status) ? filledWith(said.arrives, { date }) : date,
    aside: said.payouts[each.status] ?? each.status,
    amount: moneyIn(spoken, each),
  };
}

function paymentRow(each: Payment, spoken: Spoken): Row {
  const { said } = spoken;
  const amount = moneyIn(spoken, { ...each, amount: each.amount_refunded });
  return {
    what: foreign(each.source_transfer ? said.from_platform : (each.description ?? said.payment), 80),
    aside: aside(
      day(spoken, each.created),
      said.payments[each.status] ?? each.status,
      each.amount_refunded > 0 && foreign(filled(said.refunded, { amount })),
    ),
    amount: moneyIn(spoken, each),
  };
}

/** What is due and where to provide it; what is asked for later only where nothing is due. */
function dueSection(spoken: Spoken): Markup | null {
  const { shown, action, said } = spoken;
  const { due, later, payouts_enabled } = shown;
  const names = due.length > 0 ? due : later;
  if (names.length === 0) return payouts_enabled ? null : alert('bad', said.disabled);
  const title = due.length > 0 ? said.due : said.due_later;
  return section(
    title,
    due.length > 0 && alert(payouts_enabled ? 'neutral' : 'bad', payouts_enabled ? said.due_soon : said.due_now),
    html`<ul class="due">${linesOf(names, spoken).map((line) => html`<li>${line}</li>`)}</ul>`,
    typeable(names).length > 0 && form({ action, label: title, content: null, submit: said.provide, new_tab: true }),
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
