import type { ViewOf } from '../../kernel/base/views.js';
import type { accountSession } from '../../resources/checkout/account-sessions/account-session.js';
import type { ComponentName } from '../../resources/checkout/account-sessions/components.js';
import type { Overview } from '../../resources/checkout/account-sessions/overview.js';
import { frame_script } from '../connect/frame-script.js';
import { speakingIn } from '../connect/speaking.js';
import { invoice_sheet } from '../invoices/invoice-sheet.js';
import { platformOf } from '../kit/merchant.js';
import { ownPath } from '../kit/own-path.js';
import {
  alert,
  button,
  card,
  foreign,
  form,
  html,
  type Markup,
  notice,
  page,
  payerLayout,
  type Row,
  type Shown,
  section,
  select,
  table,
} from '../kit/ui.js';
import { filled, type Locale, wordsOf } from '../paper/languages.js';
import { type EmbeddedWords, embedded_words } from './embedded-words.js';
import { express_words } from './express-words.js';
import {
  balanceRows,
  comingPayouts,
  dueSection,
  isComing,
  listing,
  moneyIn,
  movements_sheet,
  paymentRow,
  payoutRow,
  type Spoken,
} from './movements.js';
import { schedulesIn, scheduleValue } from './schedules.js';

/** A session as its frames receive it. */
export type Session = ViewOf<typeof accountSession>;

/** The account that a frame shows. */
export type AccountInFrame = NonNullable<Session['shown']>;

/** What a frame is shown with. */
export type EmbeddedView = {
  readonly component: ComponentName;
  readonly session: Session & { readonly shown: AccountInFrame };
  readonly overview: Overview;
  /** The path of the frame, to which its forms are sent. */
  readonly path: string;
  /** What the frame is asked to look like. */
  readonly query: string;
  readonly color: string | null;
  /** What the API has refused. */
  readonly problem: boolean;
  readonly locale: Locale;
  readonly nonce: string;
};

type Drawing = EmbeddedView & { readonly spoken: Spoken; readonly words: EmbeddedWords };

const sheet = `${invoice_sheet}${movements_sheet}
.framed body { background: none; min-block-size: 0; }
.facts { display: grid; gap: var(--space-s); margin: 0; }
.facts dt { color: var(--muted); font-size: var(--text-s); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.lines form { margin-block-start: var(--space-xs); }
`;

/** The page of a component, which stands in a frame of a platform's page. Its script says its height and what has happened. */
export function embeddedPage(view: EmbeddedView): string {
  const { component, session, overview, locale, nonce, path, query, color } = view;
  const words = embedded_words[locale.language];
  const speaking = speakingIn(locale);
  const spoken = {
    ...{ shown: session.shown, overview, locale, speaking, said: express_words[locale.language] },
    ...{ action: `${path}/onboard?${query}`, new_tab: false },
  };
  const { title, parts } = drawn[component]({ ...view, spoken, words });
  const content = card(html`<div class="heading"><h1>${title}</h1></div>`, view.problem && alert('bad', words.failed), parts);
  const body = payerLayout({ livemode: session.livemode, card: content, warning: speaking.kit.test_data, said: speaking.kit });
  const merchant = platformOf({ country: '', platform_color: color, platform_logo: null, platform_name: null });
  return page({ title, nonce, lang: locale.tag, merchant, body, own: { sheet, script: frame_script } });
}

/** What the page of a session that is over tells the page around it. */
export const expired_script = `parent.postMessage({ type: 'florin.connect', event: 'expired' }, '*');`;

type Drawn = { readonly title: string; readonly parts: Shown };

const drawn: Readonly<Record<ComponentName, (drawing: Drawing) => Drawn>> = {
  account_onboarding: (it) => ({ title: it.words.account_onboarding, parts: onboarding(it) }),
  account_management: (it) => ({ title: it.words.account_management, parts: management(it) }),
  notification_banner: (it) => ({ title: it.spoken.said.due, parts: banner(it) }),
  payments: (it) => ({ title: it.words.payments, parts: payments(it) }),
  payouts: (it) => ({ title: it.words.payouts, parts: [funds(it, 'payouts'), movedOut(it), schedule(it, 'payouts')] }),
  payouts_list: (it) => ({ title: it.words.payouts, parts: movedOut(it) }),
  balances: (it) => ({ title: it.words.balances, parts: [funds(it, 'balances'), schedule(it, 'balances')] }),
};

/** What the frame tells its page once it stands there. */
const tells = (event: 'exit' | 'notifications' | 'expired', detail: string): Markup =>
  html`<span hidden data-tells="${event}" data-detail="${detail}"></span>`;

const isOpen = ({ session: { shown } }: Drawing): boolean => shown.due.length > 0 || shown.later.length > 0;

function onboarding(it: Drawing): Shown {
  const { session, words, spoken, query } = it;
  if (session.shown.due.length === 0 && session.shown.business_type !== null)
    return [notice(words.complete), new URLSearchParams(query).has('done') && tells('exit', '')];
  const opens = form({ action: spoken.action, label: words.account_onboarding, content: null, submit: words.start });
  return [notice(words.onboarding_lead), opens, new URLSearchParams(query).has('done') && tells('exit', '')];
}

function banner(it: Drawing): Shown {
  const count = it.session.shown.due.length;
  return [isOpen(it) ? dueSection(it.spoken) : notice(it.words.complete), tells('notifications', String(count))];
}

function management(it: Drawing): Shown {
  const { words, session, spoken } = it;
  const { name, email, url, banks, is_updatable } = session.shown;
  const fact = (label: string, value: Shown): Markup => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const said = (value: string | null): Shown => (value === null ? words.none : foreign(value, 200));
  const each = banks.map(({ bank_name, currency, last4 }) => `${bank_name ?? ''} •••• ${last4} (${currency.toUpperCase()})`.trim());
  return [
    html`<dl class="facts">${fact(words.name, said(name))}${fact(words.email, said(email))}${fact(words.website, said(url))}${fact(words.bank_accounts, each.length > 0 ? foreign(each.join(', '), 500) : words.none)}</dl>`,
    isOpen(it) && dueSection(spoken),
    is_updatable && form({ action: spoken.action, label: words.change, content: null, submit: words.change }),
  ];
}

/** A form of one button. */
const act = ({ path, query }: Drawing, verb: string, name: string, value: string, label: string): Markup =>
  html`<form method="post" action="${ownPath(`${path}/${verb}?${query}`)}">${button({ name, value, label, look: 'quiet' })}</form>`;

function payments(it: Drawing): Shown {
  const { overview, spoken, session, words } = it;
  const { capture_payments, refund_management } = session.components.payments.features;
  const actions = (each: Overview['payments'][number]): Shown => {
    if (each.status !== 'succeeded' || each.source_transfer) return null;
    if (!each.captured)
      return capture_payments && each.payment_intent && act(it, 'capture', 'payment_intent', each.payment_intent, words.capture);
    return refund_management && !each.refunded && act(it, 'refund', 'charge', each.id, words.refund);
  };
  const rows: Row[] = overview.payments.map((each) => paymentRow(each, spoken, actions(each)));
  return listing(spoken, spoken.said.received, rows, spoken.said.none_received);
}

function funds(it: Drawing, name: 'balances' | 'payouts'): Shown {
  const { overview, session, spoken, words, locale } = it;
  const { instant_payouts, standard_payouts } = session.components[name].features;
  const banks = new Set(session.shown.banks.map(({ currency }) => currency));
  const able = overview.balance.available.filter(
    ({ amount, currency }) => amount > 0 && banks.has(currency) && session.shown.payouts_enabled,
  );
  const payoutForms = (method: string, words_of: string) =>
    able.map((each) => {
      const value = `${each.amount} ${each.currency} ${method}`;
      return act(it, 'pay_out', 'payout', value, filled(words_of, { amount: moneyIn(spoken, each) }));
    });
  return section(
    words.balances,
    table({ caption: words.balances, heads: [spoken.said.state, wordsOf(locale).amount], rows: balanceRows(spoken) }),
    standard_payouts && payoutForms('standard', words.pay_out),
    instant_payouts && payoutForms('instant', words.pay_out_now),
  );
}

function movedOut({ overview, spoken }: Drawing): Shown {
  const { said } = spoken;
  const rows = overview.payouts.filter(({ status }) => !isComing(status)).map((each) => payoutRow(each, spoken));
  const coming = overview.payouts.filter(({ status }) => isComing(status));
  return [section(said.upcoming, ...comingPayouts(coming, spoken)), listing(spoken, said.recent, rows, said.none_made)];
}

/** The payout schedule, which the owner changes where the component lets them. */
function schedule(it: Drawing, name: 'balances' | 'payouts'): Shown {
  const { session, words, locale, path, query } = it;
  if (!session.components[name].features.edit_payout_schedule) return null;
  const options = schedulesIn(words, locale, session.shown.schedule);
  const field = select({ name: 'schedule', label: words.schedule, value: scheduleValue(session.shown.schedule), options });
  return form({ action: `${path}/reschedule?${query}`, label: words.schedule, content: field, submit: words.save });
}
