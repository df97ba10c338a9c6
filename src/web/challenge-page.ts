import { formatMoney } from './format-money.js';
import { returnPlace } from './return-location.js';
import {
  brand,
  card,
  choice,
  type Fact,
  facts,
  foreign,
  heading,
  html,
  type Markup,
  notice,
  outcomeCard,
  page,
  payerLayout,
  type Shown,
} from './ui.js';

/** What the payer chose, as the form's field `outcome` sends it. */
export type Outcome = 'succeed' | 'fail' | 'abandon';

/** The question a payer's bank or wallet asks: is this yours? */
export type Challenge = {
  /** The bank asking for a card, or a wallet that the payer was sent to. */
  kind: 'three_d_secure' | 'redirect';
  business_name: string;
  /** What the payer pays with, for example `Visa ending in 4242` or `Alipay`. */
  payment_method_label: string;
  description: string | null;
  /** Minor units; null when nothing is paid now and the payment method is saved for later. */
  amount: { amount: number; currency: string } | null;
  livemode: boolean;
  /** The path of ours that the answer is posted to. */
  action: string;
  nonce: string;
  /** Where the payer goes afterwards; null or a refused address: nowhere. */
  return_url: string | null;
};

/** The page where a payer approves, refuses or leaves. */
export function challengePage(view: Challenge): string {
  const words = wording(view);
  const content = card(
    brand(view.livemode ? 'Florin' : words.speaker),
    heading(words.title, words.lead),
    facts(challengeFacts(view)),
    choice({
      action: view.action,
      prompt: view.livemode ? 'Your answer' : words.prompt,
      buttons: [
        { name: 'outcome', value: 'succeed', label: words.succeed, look: 'primary' },
        { name: 'outcome', value: 'fail', label: words.fail, look: 'danger' },
        { name: 'outcome', value: 'abandon', label: words.abandon, look: 'quiet' },
      ],
    }),
    notice(words.afterwards),
  );
  return page({
    title: words.plain_title,
    nonce: view.nonce,
    body: payerLayout({ livemode: view.livemode, card: content }),
  });
}

type Wording = {
  speaker: string;
  plain_title: string;
  title: Shown;
  lead: Markup;
  prompt: Markup;
  succeed: string;
  fail: string;
  abandon: string;
  afterwards: Markup;
};

function wording(view: Challenge): Wording {
  return { ...(view.kind === 'three_d_secure' ? bankWording(view) : walletWording(view)), ...leavingWording(view) };
}

type AskingWording = Omit<Wording, keyof LeavingWording>;

function bankWording(view: Challenge): AskingWording {
  const shop = businessName(view.business_name);
  const label = foreign(view.payment_method_label, 80);
  const title = view.amount ? 'Confirm this payment' : 'Save this card for later payments';
  return {
    speaker: 'Florin test bank',
    plain_title: title,
    title,
    lead: view.amount
      ? html`${shop} asks your bank to make sure that it is you who pays.`
      : html`${shop} asks your bank to make sure that ${label} is yours before saving it. Nothing is charged now.`,
    prompt: html`Choose how the simulated bank answers:`,
    succeed: 'Complete authentication',
    fail: 'Fail authentication',
  };
}

function walletWording(view: Challenge): AskingWording {
  const shop = businessName(view.business_name);
  const label = foreign(view.payment_method_label, 80);
  return {
    speaker: 'Florin test wallet',
    plain_title: view.amount ? 'Approve this payment' : 'Save for later payments',
    title: view.amount ? 'Approve this payment' : html`Save ${label} for later payments`,
    lead: view.amount
      ? html`${shop} sent you here to pay with ${label}.`
      : html`${shop} asks to charge ${label} later. Nothing is charged now.`,
    prompt: html`Choose how the simulated ${label} page answers:`,
    succeed: 'Approve',
    fail: 'Refuse',
  };
}

type LeavingWording = Pick<Wording, 'abandon' | 'afterwards'>;

function leavingWording({ return_url }: Challenge): LeavingWording {
  const place = return_url === null ? null : returnPlace(return_url);
  return place === null
    ? { abandon: 'Cancel', afterwards: html`Afterwards you can close this page.` }
    : { abandon: 'Cancel and return', afterwards: html`Afterwards you return to <bdi>${place}</bdi>.` };
}

function challengeFacts(view: Challenge): Fact[] {
  const shop = businessName(view.business_name);
  return [
    ...(view.amount ? [amountFact(formatMoney(view.amount))] : []),
    { term: view.amount ? 'Pay to' : 'Saved by', detail: shop },
    { term: view.amount ? 'Pay with' : 'Payment method', detail: foreign(view.payment_method_label, 80) },
    ...(view.description?.trim() ? [{ term: 'For', detail: foreign(view.description) }] : []),
  ];
}

// Ten large digits are what a screen of 320 px holds; a broken amount could be misread.
const amountFact = (amount: string): Fact => ({
  term: 'Amount',
  detail: foreign(amount),
  size: amount.length > 10 ? 'long' : 'large',
});

const businessName = (name: string): Markup => (name.trim() ? foreign(name, 80) : html`the shop`);

/** How a challenge ended: by the payer's choice, by time, or long before this visit. */
export type ChallengeEnd = Outcome | 'expired' | 'already_done';

/** Shown when there is nowhere to return to, or nothing left to decide. */
export function challengeDonePage(view: { outcome: ChallengeEnd; business_name: string; nonce: string; livemode?: boolean }): string {
  const { title, tone, message } = ends[view.outcome];
  const content = outcomeCard({ tone, title, message: message(businessName(view.business_name)) });
  const body = payerLayout({ livemode: view.livemode ?? false, card: content });
  return page({ title, nonce: view.nonce, body });
}

type End = { title: string; tone: 'good' | 'bad' | 'neutral'; message: (shop: Markup) => Markup };

const ends: Record<ChallengeEnd, End> = {
  succeed: {
    title: 'Approved',
    tone: 'good',
    message: (shop) => html`You can close this page and go back to ${shop}.`,
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
  expired: {
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

/** For an address that names nothing. */
export const notFoundPage = ({ nonce }: { nonce: string }): string =>
  errorPage({
    nonce,
    title: 'Page not found',
    message: 'Please check the address, or go back to where you came from.',
  });

/** For anything else that went wrong; title and message are shown to the payer as they are. */
export function errorPage(view: { nonce: string; title: string; message: string }): string {
  const content = outcomeCard({ tone: 'neutral', title: view.title, message: view.message });
  // Which mode an unknown address belongs to is unknown too, so no ribbon claims anything.
  return page({ title: view.title, nonce: view.nonce, body: payerLayout({ livemode: true, card: content }) });
}
