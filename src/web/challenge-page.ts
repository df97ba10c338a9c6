import { formatMoney } from '../billing/format-money.js';
import { type Drawn, type Names, type Outcome, type Wording, wordings } from './challenge-wording.js';
import { formatMoment } from './format-date.js';
import { returnPlace } from './return-location.js';
import {
  amountFact,
  type Button,
  brand,
  businessName,
  card,
  choice,
  type Fact,
  facts,
  foreign,
  grouped,
  heading,
  html,
  type Markup,
  notice,
  type Own,
  outcomeCard,
  page,
  payerLayout,
  wayBack,
} from './ui.js';
import type { Kind } from './ways-to-pay.js';

/** The question a payer's bank, wallet or shop asks: is this yours, and do you pay? */
export type Challenge = Drawn & {
  kind: Kind;
  business_name: string;
  /** What the payer pays with, for example `Visa ending in 4242` or `Alipay`. */
  payment_method_label: string;
  description: string | null;
  /** Minor units; null when nothing is paid now and the payment method is saved for later. */
  amount: { amount: number; currency: string } | null;
  /** Until when it can be paid, in seconds; null where nothing says so. */
  due: number | null;
  livemode: boolean;
  /** The path of ours that the answer is posted to. */
  action: string;
  nonce: string;
  /** Where the payer goes afterwards; null or a refused address: nowhere. */
  return_url: string | null;
  /** A script of ours, where the page stands in a dialog. */
  script?: string;
};

/** The page where a payer approves, refuses or leaves. */
export function challengePage(view: Challenge): string {
  const wording = wordings[view.kind];
  const { title, heading: words, lead } = view.amount ? wording.pay : wording.save;
  const names = { shop: businessName(view.business_name), method: foreign(view.payment_method_label, 80) };
  const leaving = leavingWords(view.return_url);
  const content = card(
    brand(view.livemode ? 'Florin' : wording.speaker),
    heading(words?.(names) ?? title, lead(names)),
    wording.drawing?.(view),
    facts(challengeFacts(view, wording, names)),
    choice({
      action: view.action,
      prompt: view.livemode ? 'Your answer' : wording.prompt(names),
      buttons: [...wording.answers.map(answerButton), { name: 'outcome', value: 'abandon', label: leaving.abandon, look: 'quiet' }],
    }),
    notice(wording.aside && html`${wording.aside(view)}<br>`, leaving.afterwards),
  );
  return page({ title, nonce: view.nonce, body: payerLayout({ livemode: view.livemode, card: content }), own: ownScript(view) });
}

const ownScript = ({ script = '' }: { script?: string }): Own => ({ sheet: '', script });

const answerButton = ({ outcome, label, look }: Wording['answers'][number]): Button => ({ name: 'outcome', value: outcome, label, look });

/** Whether a page of this kind lets the payer choose this. */
export const isOffered = (kind: Kind, outcome: unknown): outcome is Outcome =>
  outcome === 'abandon' || wordings[kind].answers.some((each) => each.outcome === outcome);

function leavingWords(return_url: string | null): { abandon: string; afterwards: Markup } {
  const place = return_url === null ? null : returnPlace(return_url);
  return place === null
    ? { abandon: 'Cancel', afterwards: html`Afterwards you can close this page.` }
    : { abandon: 'Cancel and return', afterwards: html`Afterwards you return to <bdi>${place}</bdi>.` };
}

function challengeFacts(view: Challenge, { reference }: Wording, { shop, method }: Names): Fact[] {
  const due = view.due === null ? null : formatMoment(view.due);
  return [
    ...(view.amount ? [amountFact('Amount', formatMoney(view.amount))] : []),
    ...(reference ? [{ term: reference, detail: grouped(view.reference), size: 'long' as const }] : []),
    ...(due ? [{ term: 'Pay by', detail: html`<time datetime="${due.iso}">${due.day}, ${due.time}</time>` }] : []),
    { term: view.amount ? 'Pay to' : 'Saved by', detail: shop },
    { term: view.amount ? 'Pay with' : 'Payment method', detail: method },
    ...(view.description?.trim() ? [{ term: 'For', detail: foreign(view.description) }] : []),
  ];
}

/** How a challenge ended: by the payer's choice, accepted but not yet paid, by time, or long before this visit. */
export type ChallengeEnd = 'succeed' | 'pending' | 'fail' | 'abandon' | 'expire' | 'already_done';

/** How a page ended, and for whom. */
export type Ended = {
  outcome: ChallengeEnd;
  business_name: string;
  nonce: string;
  livemode?: boolean;
  /** The return url, and with it what the shop is told; null for nowhere. */
  back?: { place: string; location: string } | null;
  script?: string;
};

/** Shown when there is nowhere to return to, or nothing left to decide. */
export function challengeDonePage(view: Ended): string {
  const { title, tone, message } = ends[view.outcome];
  const way = view.back && wayBack(view.back.location, html`Return to <bdi>${view.back.place}</bdi>`);
  const content = outcomeCard({ tone, title, message: message(businessName(view.business_name)), way });
  const body = payerLayout({ livemode: view.livemode ?? false, card: content });
  return page({ title, nonce: view.nonce, body, own: ownScript(view) });
}

type End = { title: string; tone: 'good' | 'bad' | 'neutral'; message: (shop: Markup) => Markup };

const ends: Record<ChallengeEnd, End> = {
  succeed: {
    title: 'Approved',
    tone: 'good',
    message: (shop) => html`You can close this page and go back to ${shop}.`,
  },
  pending: {
    title: 'On its way',
    tone: 'neutral',
    message: (shop) =>
      html`It can take some days until the money arrives. ${shop} is told as soon as it does; there is nothing left for you to do.`,
  },
  fail: {
    title: 'Not approved',
    tone: 'bad',
    message: (shop) => html`Nothing was charged. Go back to ${shop} to try again or to pay in another way.`,
  },
  abandon: {
    title: 'Cancelled',
    tone: 'neutral',
    message: (shop) => html`Nothing was charged. You can close this page and go back to ${shop}.`,
  },
  expire: {
    title: 'This page has expired',
    tone: 'neutral',
    message: (shop) => html`It can no longer be answered. Go back to ${shop} to start again.`,
  },
  already_done: {
    title: 'Already answered',
    tone: 'neutral',
    message: (shop) => html`There is nothing left to do here. Go back to ${shop} to see the result.`,
  },
};
