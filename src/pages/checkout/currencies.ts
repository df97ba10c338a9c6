import { numberFormat } from '../../kernel/base/intl.js';
import { html, type Markup } from '../kit/ui.js';
import { filled } from '../paper/languages.js';
import type { CheckoutSession } from './session.js';
import type { Presented, Speaking } from './speaking.js';

/** In which currency the payer sees the price of a session; null for that of the session. */
export function presentedBy({ currency: own, page }: Pick<CheckoutSession, 'currency' | 'page'>): Presented | null {
  const { currency, exchange_rate } = page;
  return own !== null && currency !== null && exchange_rate !== null ? { own, currency, exchange_rate } : null;
}

/** Whether the payer has not chosen a currency yet, and may. */
export const isUndecided = ({ adaptive_pricing, page, status }: CheckoutSession): boolean =>
  status === 'open' && adaptive_pricing?.enabled === true && page.currency === null;

/** At which rate the price is converted, and the button for the other currency; nothing where there is one alone. */
export function currencyChooser({ adaptive_pricing, currency: own }: CheckoutSession, speaking: Speaking): Markup | null {
  const { local_currency: local, presented, said } = speaking;
  if (!adaptive_pricing?.enabled || own === null) return null;
  const other = presented ? own : local;
  if (other === null || (!presented && other === own)) return null;
  const label = filled(said.pay_in, { currency: other.toUpperCase() });
  return html`<div class="currencies" data-testid="currencies">${presented && html`<small>${rateIn(presented, speaking)}</small>`}<button class="button small" type="submit" name="do" value="currency-${other}" data-testid="currency-${other}">${label}</button></div>`;
}

function rateIn({ currency, exchange_rate, own }: Presented, { locale, said }: Speaking): string {
  const rate = numberFormat(locale.tag, { maximumSignificantDigits: 6 }).format(Number(exchange_rate));
  return filled(said.rate, { one: `1 ${currency.toUpperCase()}`, other: `${rate} ${own.toUpperCase()}` });
}

/** The currency of a pressed button. */
export const currencyPressed = (pressed: string | undefined): string | undefined => /^currency-([a-z]{3})$/.exec(pressed ?? '')?.[1];
