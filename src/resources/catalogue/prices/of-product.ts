import type { Refusal } from '../../../kernel/base/refusal.js';

/** Why a price cannot be made for a product: it is for one that there is, or for one that is made with it. `at` names the parameter it stands under. */
export function wrongProduct(named: string | undefined, data: object | undefined, at = ''): Refusal | null {
  const param = (name: string): string => (at ? `${at}[${name}]` : name);
  if (named && data)
    return { code: 'parameters_exclusive', param: param('product_data'), message: 'Send only one of product and product_data.' };
  if (named || data) return null;
  const message = `Missing required param: ${param('product')}. Or describe a new one in product_data.`;
  return { code: 'parameter_missing', param: param('product'), message };
}
