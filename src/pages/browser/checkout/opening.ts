import type { Json } from '../shapes.js';

/** What the sheet of a wallet is opened with. */
export type Opening = {
  readonly options: Json;
  readonly purpose: Json;
  /** Chooses a shipping rate in the form, and answers with the order after it. */
  readonly changeRate: (id: string) => Promise<Json>;
  /** The payer has authorized: with a card, and with what the wallet knows of them. */
  readonly authorized: (data: Json) => void;
};

/** The event by which the form asks the script of wallets for a sheet. */
export const wallet_event = 'florin-wallet';
