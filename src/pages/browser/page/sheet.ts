import type { Json } from '../shapes.js';
import { lineTo } from '../wire.js';
import { modalOf } from './dialog.js';
import type { OfGroup } from './element.js';
import { frameName, frameOf } from './host.js';
import { cloneable } from './mounted.js';

/** What a sheet tells: the payer has authorized, has left, or has changed the address or the shipping rate. */
type Told = {
  /** The name of the frame that holds the card, and what the page may know of the payer. */
  readonly authorized: (frame: string, said: Json) => void;
  readonly left: () => void;
  readonly changed: (name: 'shippingaddresschange' | 'shippingratechange', value: Json) => Promise<Json>;
};

/** A sheet that stands open, or holds what was authorized in it. */
export type Sheet = {
  readonly remove: () => void;
  /** Opens it again after the authorization, and reports that the payment failed. */
  readonly failed: () => void;
};

/** Opens the sheet of an express way in a dialog. After the authorization the sheet is hidden and keeps the card. */
export function openSheet(
  group: Pick<OfGroup, 'appearance' | 'host' | 'locale' | 'purpose'>,
  options: Json,
  { authorized, left, changed }: Told,
): Sheet {
  const { host } = group;
  const { origin, controller, words } = host;
  const frame = frameOf({ origin, path: '/js/element', name: frameName('Frame'), title: words.wallet, controller });
  const { dialog, leave } = modalOf(host, frame, words.wallet);
  dialog.dataset.testid = 'florin-wallet';
  const line = lineTo(
    { window: () => frame.contentWindow, origin },
    {
      loaded: async () => {
        const purpose = await group.purpose();
        line.tell('open', { type: 'expressSheet', options, appearance: cloneable(group.appearance()), locale: group.locale(), purpose });
      },
      authorized: (said: Json) => {
        dialog.close();
        authorized(frame.name, said);
      },
      address: (value: Json) => changed('shippingaddresschange', value),
      rate: (value: Json) => changed('shippingratechange', { shippingRate: value }),
      escape: () => left(),
    },
  );
  leave.addEventListener('click', left);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    left();
  });
  document.body.append(dialog);
  dialog.showModal();
  return {
    failed: () => {
      if (!dialog.open) dialog.showModal();
      line.tell('update', { options: { failed: true }, appearance: cloneable(group.appearance()) });
    },
    remove: () => {
      line.close();
      dialog.close();
      dialog.remove();
    },
  };
}
