import type { Json } from '../shapes.js';
import { chained, containerAt, type Element, type Handle } from './element.js';
import { emitter } from './emitter.js';

/** Makes an element that has nothing to show here, for example a wallet's button: it is there, ready and hidden. */
export function quietElement(type: string, forget: (handle: Handle) => void): Handle {
  const events = emitter();
  const box = document.createElement('div');
  box.hidden = true;
  const nothing = (): void => undefined;
  const unmount = (): void => box.remove();
  const mount = (place: string | HTMLElement): void => {
    containerAt(place).replaceChildren(box);
    // The caller may add listeners after mounting.
    queueMicrotask(() => events.emit('ready', { elementType: type, availablePaymentMethods: undefined }));
  };
  const destroy = (): void => {
    unmount();
    forget(handle);
  };
  const element: Element = {
    ...chained(events),
    mount,
    unmount,
    destroy,
    update: nothing,
    focus: nothing,
    blur: nothing,
    clear: nothing,
    collapse: nothing,
  };
  const handle: Handle = { type, element, frame: () => null, tell: nothing, ask: async (): Promise<Json> => ({}), reopen: nothing };
  return handle;
}
