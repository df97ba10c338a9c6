import type { Fill } from './sending.js';

/** What the script of wallets needs to open a sheet. */
export type Opening = {
  readonly form: HTMLFormElement;
  /** The type of the wallet. */
  readonly type: string;
  /** Sends the form, filled in by the wallet. */
  readonly send: (fill: Fill) => void;
  /** No answer came to a change of the order. */
  readonly lost: () => void;
};

/** The event by which a form asks that script for a sheet. */
export const wallet_event = 'florin-wallet';
