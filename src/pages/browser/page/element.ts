import type { Json, Purpose } from '../shapes.js';
import { type Emitter, emitter, type Listener } from './emitter.js';
import type { Host } from './host.js';
import { type More, type Mounted, show } from './mounted.js';
import { wrongUse } from './wrong-use.js';

/** What a group tells its elements. */
export type OfGroup = {
  readonly host: Host;
  readonly appearance: () => Json;
  readonly purpose: () => Promise<Purpose>;
  readonly locale: () => string;
  /** An element has a number of this brand, or is gone. */
  readonly branded: (brand: string) => void;
  readonly forget: (handle: Handle) => void;
};

/** An element as the merchant's page has it. */
export type Element = Pick<Emitter, 'on' | 'once' | 'off'> & Readonly<Record<string, unknown>>;

/** What we know of an element besides. */
export type Handle = {
  readonly type: string;
  readonly element: Element;
  /** The name of its frame; null while it is not mounted. */
  readonly frame: () => string | null;
  readonly tell: (name: string, data: unknown) => void;
  readonly ask: (name: string) => Promise<Json>;
  /** Starts again with the current options of the group. */
  readonly reopen: () => void;
  /** Whether a payer has authorized a payment with an express button; until that is used, the group holds nothing else. */
  readonly authorized?: () => boolean;
  /** The authorization is used: it is good for one payment. */
  readonly spent?: () => void;
};

/** Creates an element in one of Florin's iframes. */
export function framedElement(type: string, given: Json, group: OfGroup, more?: More): Handle {
  const events = emitter();
  let options = given;
  let mounted: Mounted | null = null;
  const unmount = (): void => {
    mounted?.remove();
    mounted = null;
  };
  const mount = (place: string | HTMLElement): void => {
    unmount();
    mounted = show({ type, options: () => options, group, events, more }, containerAt(place));
  };
  const tell = (name: string, data: unknown): void => mounted?.tell(name, data);
  const destroy = (): void => {
    unmount();
    group.forget(handle);
  };
  const update = (changed: Json): void => {
    options = { ...options, ...changed };
    tell('update', { options, appearance: group.appearance() });
  };
  const simple = {
    focus: () => tell('focus', null),
    blur: () => tell('blur', null),
    clear: () => tell('clear', null),
    collapse: () => undefined,
  };
  const element: Element = { ...chained(events), mount, unmount, destroy, update, ...simple };
  const handle: Handle = {
    type,
    element,
    frame: () => mounted?.name ?? null,
    tell: (name, data) => (name === 'update' ? update(data as Json) : tell(name, data)),
    ask: async (name) => (await mounted?.ask(name)) ?? {},
    reopen: () => mounted && mount(mounted.container),
  };
  return handle;
}

/** `on` and its like answer with the element. */
export function chained({ on, once, off }: Emitter): Element {
  const element: Element = {
    on: (name: string, listener: Listener) => {
      on(name, listener);
      return element;
    },
    once: (name: string, listener: Listener) => {
      once(name, listener);
      return element;
    },
    off: (name: string, listener?: Listener) => {
      off(name, listener);
      return element;
    },
  };
  return element;
}

/** Where an element is put. */
export function containerAt(place: string | HTMLElement): HTMLElement {
  const found = typeof place === 'string' ? document.querySelector(place) : place;
  if (found instanceof HTMLElement) return found;
  throw wrongUse(`There is no element on the page at ${String(place)}. Mount after it is there.`);
}
