import { expressWayOf } from '../express.js';
import { type Json, membersOf } from '../shapes.js';
import { framedElement, type Handle, type OfGroup } from './element.js';
import type { Emitter } from './emitter.js';
import { cloneable } from './mounted.js';
import { openSheet, type Sheet } from './sheet.js';
import { wrongUse } from './wrong-use.js';

/** How long a page may take to answer a click, in ms (Stripe). */
const answer_ms = 1000;

/** The options by which a page asks for details, which a sheet collects. */
const details = ['emailRequired', 'phoneNumberRequired', 'shippingAddressRequired'] as const;

/** What stands behind a pressed button: its sheet, and what the payer has authorized. */
type Behind = {
  sheet: Sheet | null;
  /** The frame that holds what is paid with. */
  authorized: { readonly frame: string; readonly type: string } | null;
};

function drop(behind: Behind): void {
  behind.sheet?.remove();
  Object.assign(behind, { sheet: null, authorized: null });
}

/** The Express Checkout Element: buttons in a frame, and a sheet in a dialog where a payer has something to choose. */
export function expressElement(given: Json, group: OfGroup): Handle {
  const behind: Behind = { sheet: null, authorized: null };
  const inner = framedElement('expressCheckout', given, group, (events, options) => ({
    pressed: (type: string) => void press({ behind, group, events, type, options: options(), buttons: inner.frame() ?? '' }),
  }));
  return {
    ...inner,
    frame: () => behind.authorized?.frame ?? null,
    ask: async () => ({ type: behind.authorized?.type }),
    authorized: () => behind.authorized !== null,
    spent: () => {
      behind.authorized = null;
    },
  };
}

type Pressed = {
  readonly behind: Behind;
  readonly group: OfGroup;
  readonly events: Emitter;
  readonly type: string;
  readonly options: Json;
  /** The name of the frame with the buttons. */
  readonly buttons: string;
};

async function press({ behind, group, events, type, options, buttons }: Pressed): Promise<void> {
  drop(behind);
  const asked = await clicked(events, type);
  if (!asked) return;
  const wish = { ...options, ...asked };
  const confirm = (frame: string, said: Json): void => {
    behind.authorized = { frame, type };
    events.emit('confirm', { ...own, expressPaymentType: type, ...said, paymentFailed: () => drop(behind) });
  };
  if (!expressWayOf(type).is_wallet && !details.some((name) => wish[name])) {
    confirm(buttons, {});
    return;
  }
  behind.sheet = openSheet(
    group,
    { ...cloneable(wish), type },
    {
      authorized: confirm,
      left: () => {
        drop(behind);
        events.emit('cancel', own);
      },
      changed: (name, value) => changed(events, group, name, value),
    },
  );
}

/** What every event of the element says. */
const own = { elementType: 'expressCheckout' } as const;

/** Emits a click, and waits for the options of the sheet; null if the page refuses, or does not answer in time. */
function clicked(events: Emitter, type: string): Promise<Json | null> {
  if (!events.hears('click')) return Promise.resolve({});
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      reportError(wrongUse('The click event of the Express Checkout Element needs event.resolve() or event.reject() within a second.'));
      resolve(null);
    }, answer_ms);
    const answer = (asked: Json | null): void => {
      clearTimeout(late);
      resolve(asked);
    };
    const answers = { resolve: (asked: unknown) => answer(membersOf(asked)), reject: () => answer(null) };
    events.emit('click', { ...own, expressPaymentType: type, ...answers });
  });
}

/** Emits a change of the address or the shipping rate, and returns the order after it. */
async function changed(events: Emitter, group: OfGroup, name: 'shippingaddresschange' | 'shippingratechange', value: Json): Promise<Json> {
  const answer = await new Promise<Json>((resolve) => {
    if (!events.hears(name)) resolve({});
    events.emit(name, {
      ...own,
      ...value,
      resolve: (said: unknown) => resolve(cloneable(membersOf(said))),
      reject: () => resolve({ rejected: true }),
    });
  });
  return { ...answer, amount: (await group.purpose()).amount };
}
