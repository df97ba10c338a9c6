import type { Asked } from '../../../kernel/base/effects.js';

/** Why a price cannot be made for a product: it is for one that there is, or for one that is made with it. `at` names the parameter it stands under. */
export function requireProduct(named: string | undefined, data: object | undefined, asked: Asked, at = ''): void {
  const param = (name: string): string => (at ? `${at}[${name}]` : name);
  if (named && data)
    asked.refuse({ code: 'parameters_exclusive', param: param('product_data'), message: 'Send only one of product and product_data.' });
  if (named || data) return;
  const message = `Missing required param: ${param('product')}. Or describe a new one in product_data.`;
  asked.refuse({ code: 'parameter_missing', param: param('product'), message });
}
