import { formatMoney } from '../../arithmetic/billing/format-money.js';
import { countdown, countdown_script } from '../kit/countdown.js';
import { formatMoment } from '../kit/format-date.js';
import { type KitWords, kit_words } from '../kit/kit-words.js';
import type { Merchant } from '../kit/merchant.js';
import { numberFacts, typedAmount } from '../kit/number-facts.js';
import { print_script, printButton } from '../kit/printing.js';
import { returnPlace } from '../kit/return-location.js';
import {
  amountFact,
  type Button,
  businessName,
  choice,
  copy_script,
  copyable,
  type Fact,
  facts,
  filledWith,
  foreign,
  heading,
  html,
  type Markup,
  merchantBrand,
  methodMark,
  notice,
  outcomeCard,
  page,
  payerLayout,
  type Shown,
  textLink,
  wayBack,
} from '../kit/ui.js';
import type { Kind } from '../kit/ways-to-pay.js';
import type { Locale } from '../paper/languages.js';
import { challenge_sheet } from './sheet.js';
import { type Drawn, type Outcome, type Wording, wordings } from './wording.js';
import { type ChallengeWords, challenge_words } from './words.js';

/** Whom a page is for, and who sent them there. */
type Audience = { merchant: Merchant; locale: Locale; livemode: boolean; nonce: string };

/** The question a payer's bank, wallet or shop asks: is this yours, and do you pay? */
export type Challenge = Drawn &
  Audience & {
    kind: Kind;
    /** What the payer pays with, for its mark; null where it is no longer known. */
    method: { readonly type: string; readonly brand: string | null } | null;
    /** What the payer calls it, for example `Visa ending in 4242` or `Alipay`; null where only the type card is known. */
    payment_method_label: string | null;
    description: string | null;
    /** Minor units; null when nothing is paid now and the payment method is saved for later. */
    amount: { amount: number; currency: string } | null;
    /** Until when it can be paid, in seconds; null where nothing says so. */
    due: number | null;
    /** The time zone of the place where it is paid. */
    zone: string;
    /** Where the payer goes afterwards; null or a refused address: nowhere. */
    return_url: string | null;
    /** The script for a page in a dialog, which has its own close button. */
    script?: string;
  };

/** All that the words of a page are made of. */
type Speaking = { readonly words: ChallengeWords; readonly said: KitWords; readonly wording: Wording; readonly names: Names };
type Names = { readonly shop: Markup; readonly method: Markup };

/** The page where a payer approves, refuses or leaves. */
export function challengePage(view: Challenge): string {
  const { merchant, locale, livemode, nonce } = view;
  const speaking = speakingTo(view);
  const { words, said, names, wording } = speaking;
  const { title, lead } = askingOf(view, speaking);
  const content = html`<div class="card ask">
<div class="told"><div class="parties">${merchantBrand(merchant, said)}${methodBadge(view)}</div>
${wording.scanned ? headings({ title, lead }, speaking) : heading(filledWith(title, names), filledWith(lead, names))}
${facts([...amountFacts(view, speaking), ...numberFacts(view, wording, { words, said }), ...codeFacts(view, speaking), ...dueFacts(view, speaking)])}${wording.scanned && openApp(view, speaking)}</div>
<div class="answer">${answerForm(view, speaking)}</div>
<div class="more">${wording.drawing?.(view, words)}${facts(partyFacts(view, speaking))}${wording.printed && printButton(said.print)}</div>
</div>`;
  return page({
    ...{ title: plain(title, view.payment_method_label ?? words.facts.your_card), nonce, lang: locale.tag, merchant },
    body: payerLayout({ livemode, card: content, merchant, said }),
    own: { sheet: challenge_sheet, script: scriptsFor(view, wording) },
  });
}

/** A phone cannot scan its own screen: there, the page says how to pay on it. The sheet shows one of the two. */
function headings({ title, lead }: { readonly title: string; readonly lead: string }, { words, names }: Speaking): Markup {
  const [wide, phone] = [{ title, lead }, words.on_phone].map((said) => [filledWith(said.title, names), filledWith(said.lead, names)]);
  const both = (at: 0 | 1): Markup => html`<span class="on-screen">${wide?.[at]}</span><span class="on-phone">${phone?.[at]}</span>`;
  return heading(both(0), both(1));
}

/** The way into the app on a phone. */
const openApp = ({ action }: Challenge, { words, names }: Speaking): Markup =>
  html`<div class="on-phone">${wayBack(`${action}?app=1`, filledWith(words.on_phone.open, names))}</div>`;

const characters_shown = 28;

/** What the code holds, to be pasted into an app. */
function codeFacts({ code }: Challenge, { words, said, wording }: Speaking): Fact[] {
  if (!wording.scanned || code === null) return [];
  const term = words.on_phone.code;
  const shown = foreign(code.length > characters_shown ? `${code.slice(0, characters_shown)}…` : code);
  return [{ term, detail: copyable({ id: 'code', text: code, shown, words: said, what: term }) }];
}

const plain = (title: string, method: string): string => title.replace('{method}', method);

const scriptsFor = (view: Challenge, wording: Wording): string =>
  [
    (view.details.length > 0 || wording.reference || wording.scanned) && copy_script,
    wording.printed && print_script,
    isCounted(view, wording) && countdown_script,
    view.script,
  ]
    .filter(Boolean)
    .join('');

function speakingTo({ locale, merchant, kind, payment_method_label }: Challenge): Speaking {
  const [words, said] = [challenge_words[locale.language], kit_words[locale.language]];
  const method = payment_method_label === null ? html`${words.facts.your_card}` : foreign(payment_method_label, 80);
  return { words, said, wording: wordings[kind], names: { shop: businessName(merchant.name ?? '', said), method } };
}

/** What is asked: to pay, or to be charged later. */
function askingOf({ kind, amount }: Challenge, { words, wording }: Speaking): { readonly title: string; readonly lead: string } {
  if (amount) return words.pay[kind];
  const { title, lead } = words.save[wording.saving];
  return { title, lead: wording.scanned ? words.save.scan : lead };
}

const methodBadge = ({ method }: Challenge): Shown =>
  method && html`<span class="badge" data-testid="method-mark">${methodMark(method.type, method.brand)}</span>`;

function answerForm(view: Challenge, { words, said, wording, names }: Speaking): Markup {
  const place = view.return_url === null ? null : returnPlace(view.return_url, said.the_app);
  const abandon = place === null ? words.cancel : words.cancel_and_return;
  const leave: Button = { name: 'outcome', value: 'abandon', label: abandon, look: 'quiet' };
  const answers = wording.answers.map(({ outcome, label, look }) => ({
    name: 'outcome',
    value: outcome,
    label: words.answers[label],
    look,
  }));
  const prompt = view.livemode ? words.your_answer : filledWith(words.prompt[wording.prompt], names);
  const afterwards = place === null ? words.close_afterwards : filledWith(words.return_afterwards, { place: html`<bdi>${place}</bdi>` });
  const elsewhere = wording.scanned && html`${words.on_your_phone} ${textLink(view.action, words.continue_here)}<br>`;
  return html`${choice({ action: view.action, prompt, buttons: view.script === undefined ? [...answers, leave] : answers })}
${notice(elsewhere, afterwards)}`;
}

/** Whether a page of this kind lets the payer choose this. */
export const isOffered = (kind: Kind, outcome: unknown): outcome is Outcome =>
  outcome === 'abandon' || wordings[kind].answers.some((each) => each.outcome === outcome);

function amountFacts({ amount, locale }: Challenge, { words, said, wording }: Speaking): Fact[] {
  if (!amount) return [];
  const fact = { ...amountFact(words.facts.amount, formatMoney(amount, locale.tag)), testid: 'amount' };
  if (wording.reference !== 'reference') return [fact];
  return [
    { ...fact, detail: copyable({ id: 'typed_amount', text: typedAmount(amount), shown: fact.detail, words: said, what: fact.term }) },
  ];
}

const isCounted = ({ due }: Challenge, { counted }: Wording): boolean => due !== null && counted === true;

function dueFacts(view: Challenge, { words, wording }: Speaking): Fact[] {
  const { due, zone, locale } = view;
  const moment = due === null ? null : formatMoment(due, { lang: locale.tag, zone });
  if (due === null || !moment) return [];
  const detail = html`<time datetime="${moment.iso}">${momentIn(locale, moment)}</time>${isCounted(view, wording) && countdown({ until: due, words: words.time_left, lang: locale.tag })}`;
  return [{ term: words.facts.pay_by, detail, testid: 'due' }];
}

/** A day and a time; one after the other where letters go from right to left, because a comma would find no place between them. */
const momentIn = ({ direction }: Locale, { day, time }: { readonly day: string; readonly time: string }): Shown =>
  direction === 'rtl' ? html`${day} <bdi>${time}</bdi>` : `${day}, ${time}`;

function partyFacts({ amount, description }: Challenge, { words, names }: Speaking): Fact[] {
  const { facts: said } = words;
  return [
    { term: amount ? said.pay_to : said.saved_by, detail: names.shop, testid: 'merchant-name' },
    { term: amount ? said.pay_with : said.method, detail: names.method, testid: 'method' },
    ...(description?.trim() ? [{ term: said.for, detail: foreign(description), testid: 'description' }] : []),
  ];
}

/** How a challenge ended: by the payer's choice, accepted but not yet paid, by time, or long before this visit. */
export type ChallengeEnd = 'succeed' | 'pending' | 'fail' | 'abandon' | 'expire' | 'already_done';

/** How a page ended, and for whom. */
export type Ended = Audience & {
  outcome: ChallengeEnd;
  /** The return url with the parameters for the shop; null without one. */
  back: { place: string; location: string } | null;
  script?: string;
};

/** Shown when there is nowhere to return to, or nothing left to decide. */
export function challengeDonePage({ outcome, merchant, locale, livemode, nonce, back, script = '' }: Ended): string {
  const [words, said] = [challenge_words[locale.language], kit_words[locale.language]];
  const { title, lead } = words.ends[outcome];
  const way = back && wayBack(back.location, filledWith(words.return_to, { place: html`<bdi>${back.place}</bdi>` }));
  const message = filledWith(lead, { shop: businessName(merchant.name ?? '', said) });
  const content = outcomeCard({ tone: tones[outcome], title, message, way });
  const body = payerLayout({ livemode, card: content, merchant, said });
  return page({ title, nonce, lang: locale.tag, merchant, body, own: { sheet: '', script } });
}

const tones: Readonly<Record<ChallengeEnd, 'good' | 'bad' | 'neutral'>> = {
  succeed: 'good',
  pending: 'neutral',
  fail: 'bad',
  abandon: 'neutral',
  expire: 'neutral',
  already_done: 'neutral',
};
