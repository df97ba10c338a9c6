import { describe, expect, test } from 'vitest';
import { payment_method_types } from '../../resources/payments/payment-methods/payment-method.js';
import { kindOf, methodLabel } from './ways-to-pay.js';

describe('methodLabel', () => {
  test.each([
    [{ type: 'card', card: { brand: 'visa', last4: '4242' } }, 'Visa ending in 4242'],
    [{ type: 'card', card: { brand: 'amex', last4: '0005' } }, 'American Express ending in 0005'],
    [{ type: 'card', card: { brand: 'unknown', last4: '0000' } }, 'Card ending in 0000'],
    [{ type: 'card', card: null }, 'Card'],
    [{ type: 'wechat_pay', card: null }, 'WeChat Pay'],
    [{ type: 'oxxo' }, 'OXXO'],
    [{ type: 'brand_new_wallet' }, 'Brand new wallet'],
    [{ type: 'constructor' }, 'Constructor'],
  ])('%j is %s to its payer', (method, label) => {
    expect(methodLabel(method)).toBe(label);
  });

  test('knows every type there is by its own spelling', () => {
    const guessed = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ');
    const multiword = payment_method_types.filter((type) => type.includes('_'));
    expect(multiword.length).toBeGreaterThan(3);
    expect(multiword.filter((type) => methodLabel({ type }) === guessed(type) && type !== 'bank_transfer_id')).toEqual([]);
    expect(methodLabel({ type: 'bank_transfer_id' })).toBe('Bank transfer');
  });
});

describe('kindOf', () => {
  test.each([
    ['card', 'redirect_to_url', 'three_d_secure'],
    ['gcash', 'gcash_handle_redirect', 'wallet'],
    ['ideal', 'redirect_to_url', 'online_bank'],
    ['wechat_pay', 'wechat_pay_display_qr_code', 'qr_code'],
    ['wechat_pay', 'wechat_pay_redirect_to_web', 'wallet'],
    ['pix', 'pix_handle_redirect', 'qr_code'],
    ['boleto', 'redirect_to_url', 'voucher'],
    ['bank_transfer_id', 'bank_transfer_id_handle_redirect', 'bank_transfer'],
    ['brand_new_wallet', 'redirect_to_url', 'wallet'],
  ])('%s by %s is met on a page of kind %s', (type, step, kind) => {
    expect(kindOf({ type }, step)).toBe(kind);
  });
});
