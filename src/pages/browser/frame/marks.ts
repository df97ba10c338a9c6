import { element } from './dom.js';

/** The brands that an empty field shows. */
const common = ['visa', 'mastercard', 'amex'] as const;

/** The brands that have a mark besides. */
const others = ['discover', 'diners', 'jcb', 'unionpay', 'maestro'] as const;

/** The mark of a type of payment method or of a brand of card; its name stands beside it. */
export const markOf = (name: string): HTMLImageElement =>
  element('img', { class: 'Mark', src: `/marks/${name}.svg`, width: '40', height: '26', alt: '' });

/** The marks of brands in the field of a card's number: the common ones while it is empty, the brand of a number, or a plain card. */
export function brandMarks(): { readonly root: HTMLElement; show(brand: string | null): void } {
  // All are loaded at first, so that none appears late.
  const marks = new Map([...common, ...others, 'card'].map((name) => [name, markOf(name)]));
  const root = element('span', { class: 'Brand', 'aria-hidden': 'true' }, ...marks.values());
  const show = (brand: string | null): void => {
    const shown: readonly string[] = brand === null ? common : [marks.has(brand) ? brand : 'card'];
    root.dataset.brand = brand ?? '';
    for (const [name, mark] of marks) mark.hidden = !shown.includes(name);
  };
  show(null);
  return { root, show };
}
