import { wallet_event } from './checkout/opening.js';
import { openWallet } from './checkout/wallet.js';

const now = new Date();
const today = { month: now.getMonth() + 1, year: now.getFullYear() };

// The page of a checkout loads this with the first press on a wallet, because most payers need none of it.
document.querySelector('#checkout')?.addEventListener(wallet_event, (event) => {
  if (event instanceof CustomEvent) openWallet(event.detail, today);
});
