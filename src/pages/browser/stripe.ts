import { instanceOf } from './page/instance.js';
import { wrongUse } from './page/wrong-use.js';
import type { Json } from './shapes.js';

/** The release that pages get who name none; the newest, by Stripe's name. */
const newest_release = 'endive';

const source = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';

/** The release whose address the page has this script from. */
const release = /\/([a-z]+)\/stripe\.js/.exec(source)?.[1] ?? newest_release;

function makeStripe(key: unknown, options?: Json): Json {
  if (source === '') throw wrongUse('Load this script with a <script src> of its own: it has to know where it came from.');
  return instanceOf(new URL(source).origin, key, options);
}

// A page that loads the script twice has one, with one set of frames.
if (!('Stripe' in window)) Object.assign(window, { Stripe: Object.assign(makeStripe, { version: release }) });
