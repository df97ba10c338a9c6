import { languageOf } from '../locale.js';
import type { Json } from '../shapes.js';
import { writeSetting } from '../siblings.js';
import { type Line, lineTo, type Said } from '../wire.js';
import { type PageWords, pageWordsOf } from './words.js';

/** What all that one `Stripe(...)` makes has in common: our frame without a face, which alone speaks to the API. */
export type Host = {
  /** Where our frames come from. */
  readonly origin: string;
  /** The name of the frame that speaks to the API. */
  readonly controller: string;
  readonly words: PageWords;
  readonly locale: string;
  readonly livemode: boolean;
  /** Asks that frame, once it is there. */
  readonly ask: (name: string, data: unknown) => Promise<Said>;
  /** Calls back when the payer has answered in a dialog, or has left it. */
  readonly onStep: (listener: (left: boolean) => void) => () => void;
};

let frames = 0;

/** A name that no other frame of the page has. Merchants' own tests look for frames by the way it begins. */
export const frameName = (kind: 'Frame' | 'Controller'): string => {
  frames += 1;
  return `__privateStripe${kind}${frames}`;
};

/** One of Florin's iframes, for a page of this origin. */
export function frameOf({
  origin,
  path,
  name,
  title,
  controller,
}: {
  origin: string;
  path: string;
  name: string;
  title: string;
  controller: string;
}): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.name = name;
  frame.title = title;
  frame.src = `${origin}${path}${writeSetting({ origin: location.origin, controller })}`;
  Object.assign(frame.style, { border: '0', display: 'block', colorScheme: 'light' });
  return frame;
}

/** Puts the frame that speaks to the API into the page. */
export function hostAt(origin: string, caller: Json, locale: string): Host {
  const controller = frameName('Controller');
  const frame = frameOf({ origin, path: '/js/controller', name: controller, title: '', controller });
  const language = languageOf(locale, navigator.languages);
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.hidden = true;
  frame.style.display = 'none';
  const steps = new Set<(left: boolean) => void>();
  const tell = (left: boolean): void => {
    for (const listener of [...steps]) listener(left);
  };
  const opened = new Promise<Line>((resolve) => {
    const line = lineTo(
      { window: () => frame.contentWindow, origin },
      { loaded: () => line.call('open', caller).then(() => resolve(line)), answered: () => tell(false), left: () => tell(true) },
    );
  });
  whenThereIsABody(() => document.body.append(frame));
  return {
    origin,
    controller,
    words: pageWordsOf(language),
    locale: language,
    livemode: !String(caller.key).startsWith('pk_test_'),
    ask: async (name, data) => (await opened).call(name, data),
    onStep: (listener) => {
      steps.add(listener);
      return () => steps.delete(listener);
    },
  };
}

/** A script in the head runs before there is a body. */
function whenThereIsABody(work: () => void): void {
  if (document.body) work();
  else document.addEventListener('DOMContentLoaded', work, { once: true });
}
