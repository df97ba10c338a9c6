import { expressWayOf } from '../express.js';
import { ownWallet } from '../frame/own-wallet.js';
import type { FindWrong } from './checks.js';
import { type Opening, wallet_event } from './opening.js';
import type { Fill } from './sending.js';

/** What the buttons need of the form: `send` sends it filled in by a wallet. */
type Around = { readonly wrong: FindWrong; readonly send: (fill: Fill) => void; readonly lost: () => void };

/** A script of the page carries its nonce, or the policy of the page forbids it. */
const { nonce } = document.currentScript ?? {};

/** Shows the express buttons of the page, which the style sheet hides until a wallet is named. */
export function offerExpress(form: HTMLFormElement, around: Around): void {
  form.dataset.wallet = ownWallet();
  form.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-express-way]') : null;
    if (!button) return;
    if (expressWayOf(button.value).is_wallet) payByWallet(form, button.value, around).catch(around.lost);
    else payBy(form, button.value);
  });
}

/** Any other way is one of the form: it is chosen there, and the form is sent. */
function payBy(form: HTMLFormElement, type: string): void {
  const way = form.querySelector<HTMLInputElement>(`[name="method"][value="${CSS.escape(type)}"]`);
  if (!way) return;
  way.checked = true;
  way.closest('details')?.setAttribute('open', '');
  form.requestSubmit(form.querySelector<HTMLButtonElement>('[data-sending]'));
}

/** What a wallet does not know of its payer. */
const is_left_to_form = (name: string): boolean => /^(custom_.*|business_name|terms_of_service)$/.test(name);

async function payByWallet(form: HTMLFormElement, type: string, { wrong, send, lost }: Around): Promise<void> {
  const missing = wrong(is_left_to_form);
  missing?.focus();
  if (missing) return;
  await loaded(form);
  const detail: Opening = { form, type, send, lost };
  form.dispatchEvent(new CustomEvent(wallet_event, { detail }));
}

let loading: Promise<void> | null = null;

/** Loads the script of wallets, once. */
function loaded(form: HTMLFormElement): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.nonce = nonce ?? '';
    script.src = form.querySelector<HTMLElement>('[data-express]')?.dataset.source ?? '';
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      // The next press tries again.
      loading = null;
      reject(new Error('The script of wallets could not be loaded'));
    });
    document.head.append(script);
  });
  return loading;
}
