/** An express way to pay: its name in the options and events of the Express Checkout Element, and the name that payers know it by. */
export type ExpressWay = { readonly option: string; readonly name: string; readonly is_wallet: boolean };

/** The express ways to pay, in the order in which they are offered. */
export const express_ways: Readonly<Record<string, ExpressWay>> = {
  apple_pay: { option: 'applePay', name: 'Apple Pay', is_wallet: true },
  google_pay: { option: 'googlePay', name: 'Google Pay', is_wallet: true },
  link: { option: 'link', name: 'Link', is_wallet: false },
  paypal: { option: 'paypal', name: 'PayPal', is_wallet: false },
  amazon_pay: { option: 'amazonPay', name: 'Amazon Pay', is_wallet: false },
  klarna: { option: 'klarna', name: 'Klarna', is_wallet: false },
};

/** The facts of an express way. */
export function expressWayOf(type: string): ExpressWay {
  const way = Object.hasOwn(express_ways, type) ? express_ways[type] : undefined;
  if (!way) throw new Error(`${type} is no express way to pay`);
  return way;
}
