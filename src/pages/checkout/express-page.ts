import { formatMoney } from '../../arithmetic/billing/format-money.js';
import type { ViewOf } from '../../kernel/base/views.js';
import type { loginLink } from '../../resources/connect/login-links/login-link.js';
import type { Overview } from '../../resources/connect/login-links/overview.js';
import { fieldsIn, groupsOf, isDocument, typeable } from '../connect/fields.js';
import { invoice_sheet } from '../invoices/invoice-sheet.js';
import { formatMoment } from '../kit/format-date.js';
import {
  alert,
  brand,
  card,
  foreign,
  form,
  heading,
  html,
  type Markup,
  notice,
  page,
  payerLayout,
  type Row,
  section,
  table,
} from '../kit/ui.js';

type Money = Overview['balance']['available'][number];
type Payout = Overview['payouts'][number];
type Payment = Overview['payments'][number];

/** What is asked of an account. Its own currency is shown before anything comes in. */
type ShownAccount = NonNullable<ViewOf<typeof loginLink>['shown']>;

/** What the page is shown with. */
export type ExpressView = {
  readonly shown: ShownAccount;
  readonly overview: Overview;
  /** Where the form leads that asks to tell what is due. */
  readonly action: string;
  readonly livemode: boolean;
  readonly nonce: string;
};

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

const warning = 'These are test data: no money moves.';

const shown_max = 10;

/** The page that shows the owner of a connected account its balance, its movements and its due fields. It needs no script. */
export function expressPage(view: ExpressView): string {
  const { shown, overview, livemode, nonce } = view;
  const title = 'Your account';
  const coming = overview.payouts.filter(({ status }) => isComing(status));
  const made = overview.payouts.filter(({ status }) => !isComing(status));
  const content = card(
    brand(shown.name ?? 'Your business'),
    heading(title, 'What you have earned and what is paid out to you, as of now. Reload to see the latest status.'),
    dueSection(view),
    section('Balance', table({ caption: 'What you hold', heads: ['State', 'Amount'], rows: balanceRows(view) })),
    section('Payouts to come', ...comingPayouts(coming, shown.next_payout)),
    section('Latest payouts', rowsOr(made.slice(0, shown_max).map(payoutRow), 'Payouts made', 'Nothing has been paid out yet.')),
    section(
      'Latest payments and transfers',
      rowsOr(overview.payments.slice(0, shown_max).map(paymentRow), 'Payments and transfers', 'Nothing has been paid to you yet.'),
    ),
  );
  return page({ title, nonce, body: payerLayout({ livemode, card: content, warning }), own: { sheet, script: '' } });
}

const isComing = (status: string): boolean => status === 'pending' || status === 'in_transit';

const money = ({ amount, currency }: Money): string => formatMoney({ amount, currency });

/** A day that a browser can read as well as people. */
function day(seconds: number): Markup {
  const moment = formatMoment(seconds);
  return moment ? html`<time datetime="${moment.iso}">${moment.day}</time>` : html`some day`;
}

const rowsOr = (rows: readonly Row[], caption: string, nothing: string): Markup =>
  rows.length > 0 ? table({ caption, heads: ['What', 'Amount'], rows }) : notice(nothing);

/** The funds in each currency; where nothing has come in yet, none in its own. */
function balanceRows({ overview, shown: { currency } }: ExpressView): Row[] {
  const { pending } = overview.balance;
  const available = overview.balance.available.length > 0 ? overview.balance.available : [{ amount: 0, currency }];
  return [
    ...available.map((each) => ({ what: html`Available`, aside: each.currency.toUpperCase(), amount: money(each), strong: true })),
    ...pending.map((each) => ({ what: html`Pending`, aside: html`${each.currency.toUpperCase()}, available soon`, amount: money(each) })),
  ];
}

function comingPayouts(coming: readonly Payout[], next_payout: number | null): Markup[] {
  const next = next_payout === null ? null : notice(html`The next payout by your schedule is made on ${day(next_payout)}.`);
  const rows = rowsOr(coming.map(payoutRow), 'Payouts on their way', 'No payout is on its way.');
  return next ? [rows, next] : [rows];
}

const payout_words: Readonly<Record<string, string>> = {
  canceled: 'Canceled',
  failed: 'Failed: the bank has sent it back',
  in_transit: 'On its way to the bank',
  paid: 'Paid',
  pending: 'About to be sent',
};

const payoutRow = (each: Payout): Row => ({
  what: html`${isComing(each.status) ? 'Arrives on' : 'For'} ${day(each.arrival_date)}`,
  aside: payout_words[each.status] ?? each.status,
  amount: money(each),
});

const payment_words: Readonly<Record<string, string>> = { failed: 'Failed', pending: 'On its way', succeeded: 'Succeeded' };

function paymentRow(each: Payment): Row {
  const what = each.source_transfer ? 'Transfer from the platform' : (each.description ?? 'Payment');
  const refunded = each.amount_refunded > 0 && html`, ${money({ ...each, amount: each.amount_refunded })} given back`;
  return {
    what: foreign(what, 80),
    aside: html`${day(each.created)}, ${payment_words[each.status] ?? each.status}${refunded}`,
    amount: money(each),
  };
}

/** What is due and where to tell it; what is asked for later only where nothing is due. */
function dueSection({ shown, action }: ExpressView): Markup | null {
  const { due, later, payouts_enabled } = shown;
  const names = due.length > 0 ? due : later;
  if (names.length === 0)
    return payouts_enabled ? null : alert('bad', 'Payouts are turned off for this account. Ask the platform that has sent you here.');
  const title = due.length > 0 ? 'What is missing' : 'What will be asked for';
  const stopped = payouts_enabled ? 'Please provide it soon to keep payouts enabled.' : 'Payouts are disabled until you provide it.';
  return section(
    title,
    due.length > 0 && alert(payouts_enabled ? 'neutral' : 'bad', stopped),
    html`<ul class="due">${linesOf(names, shown).map((line) => html`<li>${line}</li>`)}</ul>`,
    typeable(names).length > 0 &&
      form({ action, label: title, content: null, submit: 'Tell what is missing (opens a new tab)', new_tab: true }),
  );
}

/** What is asked, a line for each group, with what was found to be wrong. */
function linesOf(names: readonly string[], { errors }: ShownAccount): string[] {
  const typed = typeable(names);
  const groups = groupsOf(typed).map((group) => {
    const sells = group.prefix === 'business_profile' && typed.includes('business_profile.mcc') ? ['What it sells'] : [];
    const labels = [...sells, ...fieldsIn(group, typed).map(({ field }) => field.label)];
    const found = errors.filter(({ requirement }) => requirement.startsWith(`${group.prefix}.`)).map(({ reason }) => ` ${reason}`);
    return `${group.title}${labels.length > 0 ? `: ${labels.join(', ')}` : ''}.${found.join('')}`;
  });
  return [
    ...groups,
    ...(names.some(isDocument) ? ['A document. The platform will ask you for it.'] : []),
    ...(names.includes('tos_acceptance.date') ? ['The terms of service.'] : []),
  ];
}
