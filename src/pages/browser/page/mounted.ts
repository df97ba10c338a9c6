import type { Json, State } from '../shapes.js';
import { type Answers, type Line, lineTo } from '../wire.js';
import type { OfGroup } from './element.js';
import type { Emitter } from './emitter.js';
import { frameName, frameOf } from './host.js';
import type { PageWords } from './words.js';

/** An element that stands on the page. */
export type Mounted = {
  readonly container: HTMLElement;
  /** The name of its frame. */
  readonly name: string;
  readonly tell: (name: string, data: unknown) => void;
  /** Asks its frame, once that is there. */
  readonly ask: (name: string) => Promise<Json>;
  readonly remove: () => void;
};

/** What else the frame of an element may say. */
export type More = (events: Emitter, options: () => Json) => Answers;

type Showing = {
  readonly type: string;
  readonly options: () => Json;
  readonly group: OfGroup;
  readonly events: Emitter;
  readonly more?: More | undefined;
};

/** Elements that show what can pay. */
const for_purpose: ReadonlySet<string> = new Set(['payment', 'expressCheckout']);

/** Elements that a page puts into a box of its own; the others have boxes, and room around them for what shows the focus. */
const plain: ReadonlySet<string> = new Set(['card', 'cardNumber', 'cardExpiry', 'cardCvc', 'iban']);

const classes = [
  'StripeElement',
  'StripeElement--empty',
  'StripeElement--complete',
  'StripeElement--invalid',
  'StripeElement--focus',
] as const;

/** Mounts an element in one of Florin's iframes, and emits its events. */
export function show(showing: Showing, container: HTMLElement): Mounted {
  const { origin } = showing.group.host;
  const frame = styledFrame(showing);
  let ready = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const line: Line = lineTo({ window: () => frame.contentWindow, origin }, answers(showing, { container, frame, ready, line: () => line }));
  const box = document.createElement('div');
  box.className = '__PrivateStripeElement';
  box.append(frame);
  container.classList.add('StripeElement', 'StripeElement--empty');
  container.replaceChildren(box);
  const stopListening = listenToLabels(container, () => line.tell('focus', null));
  return {
    container,
    name: frame.name,
    tell: line.tell,
    ask: async (name) => {
      await opened;
      return line.call(name, null);
    },
    remove: () => {
      stopListening();
      line.close();
      box.remove();
      container.classList.remove(...classes);
    },
  };
}

function styledFrame({ type, group: { host } }: Showing): HTMLIFrameElement {
  const { origin, controller, words } = host;
  const frame = frameOf({ origin, path: '/js/element', name: frameName('Frame'), title: titleOf(type, words), controller });
  const room = plain.has(type) ? '0px' : '4px';
  Object.assign(frame.style, { inlineSize: `calc(100% + 2 * ${room})`, margin: `-${room}`, blockSize: '1.5em' });
  return frame;
}

const titleOf = (type: string, words: PageWords): string =>
  type === 'paymentRequestButton' ? words.expressCheckout : (new Map<string, string>(Object.entries(words)).get(type) ?? words.payment);

type Shown = {
  readonly container: HTMLElement;
  readonly frame: HTMLIFrameElement;
  readonly ready: () => void;
  readonly line: () => Line;
};

/** What the frame of an element says, as events of the element. */
function answers(showing: Showing, { container, frame, ready, line }: Shown): Answers {
  const { type, events, options, group, more } = showing;
  const tell = (name: string, more: Json = {}): void => events.emit(name, { elementType: type, ...more });
  const marked = (name: 'focus' | 'blur') => (): void => {
    container.classList.toggle('StripeElement--focus', name === 'focus');
    tell(name);
  };
  const note = (state: State): void => mark(container, state, group);
  return {
    loaded: () => open(showing, line(), tell),
    ready: (state: State) => {
      note(state);
      ready();
      tell('ready', type === 'expressCheckout' ? state.more : {});
    },
    change: (state: State) => {
      note(state);
      const { more, ...rest } = state;
      tell('change', { ...rest, error: rest.error, ...more });
    },
    height: (pixels: number) => {
      frame.style.blockSize = `${pixels}px`;
    },
    focus: marked('focus'),
    blur: marked('blur'),
    escape: () => tell('escape'),
    ...more?.(events, options),
  };
}

async function open({ type, options, group }: Showing, line: Line, tell: (name: string, more?: Json) => void): Promise<void> {
  tell('loaderstart');
  try {
    const purpose = for_purpose.has(type) ? await group.purpose() : null;
    line.tell('open', { type, options: cloneable(options()), appearance: cloneable(group.appearance()), locale: group.locale(), purpose });
  } catch (error) {
    tell('loaderror', { error });
  }
}

/** The classes that a page's own style sheet may know. */
function mark({ classList }: HTMLElement, { empty, complete, error, more }: State, group: OfGroup): void {
  classList.toggle('StripeElement--empty', empty);
  classList.toggle('StripeElement--complete', complete);
  classList.toggle('StripeElement--invalid', error !== undefined);
  if (typeof more.brand === 'string') group.branded(more.brand);
}

/** A click on the page's own label of an element leads into it. */
function listenToLabels({ id }: HTMLElement, focus: () => void): () => void {
  const labels = id === '' ? [] : [...document.querySelectorAll(`label[for="${CSS.escape(id)}"]`)];
  for (const label of labels) label.addEventListener('click', focus);
  return () => {
    for (const label of labels) label.removeEventListener('click', focus);
  };
}

/** A value that can be posted to another window: functions and elements of the page cannot. */
export const cloneable = (value: Json): Json => JSON.parse(JSON.stringify(value));
