import { type Json, membersOf, type Purpose, textOf } from '../shapes.js';
import { wayOf, waysFor } from '../ways.js';
import { element } from './dom.js';
import type { Form } from './form.js';
import { markOf } from './marks.js';
import { cardPanel, otherPanel, type Panel, type Wishes, wishesOf } from './panel.js';
import type { Around } from './requested.js';

/** How many ways to pay are shown before the list is expanded. */
const shown_at_first = 5;

/** The Payment Element: a choice of ways to pay, and what the chosen one asks for. */
export function paymentForm(options: Json, around: Around, purpose: Purpose): Form {
  const wishes = wishesOf(options, purpose.kept);
  const types = ordered(purpose.types ?? waysFor(purpose.currency, purpose.kept), options.paymentMethodOrder);
  const panels = new Map<string, Panel>();
  const panelOf = (type: string): Panel => {
    const panel = panels.get(type) ?? makePanel(type, wishes, around);
    panels.set(type, panel);
    return panel;
  };
  let chosen = types[0] ?? 'card';
  const place = element('div', { class: 'Place' }, panelOf(chosen).root);
  const layout = layoutOf(options);
  const choose = (type: string, item: HTMLElement): void => {
    chosen = type;
    if (layout === 'accordion') item.after(place);
    place.replaceChildren(panelOf(type).root);
  };
  const choices = types.length > 1 ? [choiceOf(types, layout, choose, around)] : [];
  return {
    root: element('div', { class: 'Payment' }, ...choices, ...(choices[0]?.contains(place) ? [] : [place])),
    fields: () => panelOf(chosen).fields(),
    more: () => ({ collapsed: false, value: { type: chosen } }),
    content: () => {
      const billing_details = panelOf(chosen).billing();
      return { type: chosen, data: { type: chosen, [chosen]: panelOf(chosen).member(), billing_details } };
    },
    update: () => undefined,
  };
}

const makePanel = (type: string, wishes: Wishes, around: Around): Panel =>
  type === 'card' ? cardPanel(wishes, around) : otherPanel(type, wishes, around);

/** Cards first, unless the merchant has said otherwise. */
function ordered(types: readonly string[], wanted: unknown): readonly string[] {
  const first = Array.isArray(wanted) ? wanted.filter((type) => types.includes(type)) : types.filter((type) => type === 'card');
  return [...new Set([...first, ...types])];
}

const layoutOf = ({ layout }: Json): 'tabs' | 'accordion' => {
  const named = textOf(layout) ?? textOf(membersOf(layout).type);
  return named === 'accordion' ? 'accordion' : 'tabs';
};

type Choose = (type: string, item: HTMLElement) => void;

function choiceOf(types: readonly string[], layout: 'tabs' | 'accordion', choose: Choose, { words }: Around): HTMLElement {
  const name = layout === 'tabs' ? 'Tab' : 'AccordionItem';
  const items = types.map((type, place) => itemOf(type, name, place, words.card));
  const group = element('div', { class: layout === 'tabs' ? 'Tabs' : 'Accordion', role: 'radiogroup', 'aria-label': words.ways }, ...items);
  group.addEventListener('change', ({ target }) => {
    const chosen = items.find((item) => target instanceof HTMLInputElement && item.contains(target));
    if (!chosen || !(target instanceof HTMLInputElement)) return;
    for (const item of items) item.classList.toggle(`${name}--selected`, item === chosen);
    choose(target.value, chosen);
  });
  const [first] = items;
  if (first) choose(types[0] ?? 'card', first);
  if (items.length <= shown_at_first + 1) return group;
  const more = element('button', { class: 'More', type: 'button' }, words.more);
  for (const item of items.slice(shown_at_first)) item.hidden = true;
  more.addEventListener('click', () => {
    for (const item of items) item.hidden = false;
    more.remove();
    items[shown_at_first]?.querySelector('input')?.focus();
  });
  group.append(more);
  return group;
}

function itemOf(type: string, name: string, place: number, card: string): HTMLElement {
  const input = element('input', { type: 'radio', name: 'way', value: type, class: 'Radio', checked: place === 0 });
  const label = element('span', { class: `${name}Label TabLabel` }, type === 'card' ? card : wayOf(type).name);
  return element('label', { class: place === 0 ? `${name} ${name}--selected` : name, 'data-testid': type }, input, markOf(type), label);
}
