import { foreign, form, html, input, type Markup, notice, table } from '../kit/ui.js';
import { filled } from '../paper/languages.js';
import type { Bill, Item, Subscribed } from './content.js';
import { type PortalView, portalPage, wayBackFrom } from './frame.js';
import { itemsOf } from './home.js';
import { nameOf, type Speaking } from './speaking.js';

/** What was chosen, by the names of the form's fields. */
export type Chosen = Readonly<Record<string, string>>;

/** The page where a customer chooses what they would like to have instead. */
export function portalChange(view: PortalView, it: Subscribed, chosen: Chosen): string {
  const { at, session, speaking } = view;
  const { said } = speaking;
  const takes_codes = session.shown.features.subscription_update.default_allowed_updates.includes('promotion_code');
  const code = input({ name: 'code', label: said.promotion_code, autocomplete: 'off', value: chosen.code ?? '' });
  return portalPage(
    view,
    said.change,
    said.change_lead,
    form({
      action: `${at}/subscriptions/${it.id}/change`,
      label: said.change,
      submit: said.review,
      content: [it.items.map((item) => itemFields(item, chosen, speaking)), takes_codes && code],
    }),
    wayBackFrom(view),
  );
}

function itemFields(item: Item, chosen: Chosen, speaking: Speaking): Markup {
  const wanted = chosen[`price-${item.id}`] ?? item.price;
  const options = [item, ...item.offers].map((each) => {
    const is_chosen = each.price === wanted;
    return html`<label class="way"><input type="radio" name="price-${item.id}" value="${each.price}"${is_chosen && html` checked`}><span>${foreign(nameOf(each), 120)}<small>${foreign(speaking.price(each))}</small></span></label>`;
  });
  const { quantities: own, quantity } = item;
  const counted = own !== null || item.offers.some(({ quantities }) => quantities !== null);
  const value = chosen[`quantity-${item.id}`] ?? String(quantity ?? 1);
  return html`<fieldset class="choices"><legend>${foreign(item.name, 120)}</legend>${options}</fieldset>${
    counted && input({ name: `quantity-${item.id}`, label: speaking.said.quantity, autocomplete: 'off', numeric: true, value })
  }`;
}

/** What a change would be billed: next, and again and again from then on. */
export type Costs = { readonly next: Bill; readonly recurring: Bill | null };

/** The page where a customer sees what a change costs, and agrees to it. */
export function portalConfirm(view: PortalView, it: Subscribed, { next, recurring }: Costs, sent: Chosen): string {
  const { at, session, speaking } = view;
  const { day, money, said, paper, paying } = speaking;
  const later = laterThan(session.shown.now, next);
  const when = later === null ? said.due_now : filled(said.due_later, { date: day(later) });
  const rows = next.lines.data.map(({ amount, description }) => ({
    what: foreign(description ?? '', 300),
    amount: money(amount, next.currency),
  }));
  const hidden = Object.entries(sent).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return portalPage(
    view,
    said.confirm_title,
    said.confirm_lead,
    html`<div class="entry" data-testid="change">${changeOf(it, sent, speaking)}</div>`,
    table({ caption: paying.lines, heads: [paper.description, paper.amount], rows }),
    html`<div data-testid="due"><p>${when}</p><p class="owed" data-testid="amount-due">${foreign(money(next.amount_due, next.currency))}</p></div>`,
    next.total < 0 && notice(said.credit),
    recurring &&
      html`<div data-testid="afterwards"><p>${said.afterwards}</p><p class="owed">${foreign(afterwards(recurring, it, sent, speaking))}</p></div>`,
    form({ action: `${at}/subscriptions/${it.id}/confirm`, label: said.confirm_title, submit: said.confirm, content: hidden }),
    wayBackFrom(view),
  );
}

/** The current and the new items; only the current ones, where customers cannot choose. */
function changeOf(it: Subscribed, sent: Chosen, speaking: Speaking): Markup {
  const wanted = it.items.map((item) => {
    const found = [item, ...item.offers].find(({ price }) => price === (sent[`price-${item.id}`] ?? item.price));
    return found && { ...item, ...found, quantity: Number(sent[`quantity-${item.id}`] ?? item.quantity ?? 1) };
  });
  const items = wanted.filter((each) => each !== undefined);
  const is_known = items.length === it.items.length && !sent.agreed && items.some((each, place) => isOther(each, it.items[place]));
  if (!is_known) return itemsOf(it, speaking);
  return html`<del>${itemsOf(it, speaking)}</del><ins>${itemsOf({ ...it, items }, speaking)}</ins>`;
}

const isOther = (one: Item, other: Item | undefined): boolean => one.price !== other?.price || one.quantity !== other.quantity;

/** When the next invoice is made, where nothing is billed at once: it has what is charged for a time that begins then. */
function laterThan(now: number, { lines }: Bill): number | null {
  const later = lines.data.map(({ period }) => period.start).filter((start) => start > now);
  return later.length > 0 ? Math.min(...later) : null;
}

/** What is charged again and again: of one thing, in its interval; of several there is more than one. */
function afterwards({ currency, total }: Bill, { items }: Subscribed, sent: Chosen, { money, price }: Speaking): string {
  const [only, ...others] = items;
  const wanted = only && [only, ...only.offers].find((each) => each.price === (sent[`price-${only.id}`] ?? only.price));
  if (!wanted || others.length > 0) return money(total, currency);
  return price({ ...wanted, currency, unit_amount_decimal: String(total) });
}
