import { expect, test } from 'vitest';
import { payableTypes } from '../../core/payment-method-types/types.js';
import { likelyTypes, type Trade } from './likely.js';

const offered = (trade: Trade): string => likelyTypes(payableTypes(trade.currency), trade).join(' ');

test.each([
  [
    'an American shop',
    { currency: 'usd', merchant: 'US', payer: null },
    'card klarna affirm afterpay_clearpay cashapp sunbit zip us_bank_account',
  ],
  ['a German shop', { currency: 'eur', merchant: 'DE', payer: null }, 'card klarna giropay trustly pay_by_bank sepa_debit sofort'],
  [
    'a German shop with a Dutch customer',
    { currency: 'eur', merchant: 'DE', payer: 'NL' },
    'card klarna ideal giropay trustly pay_by_bank sepa_debit sofort',
  ],
  ['a Brazilian shop', { currency: 'brl', merchant: 'BR', payer: null }, 'card pix boleto'],
  ['an American shop that asks reais', { currency: 'brl', merchant: 'US', payer: null }, 'card pix boleto'],
  [
    'an American shop with a Chinese customer',
    { currency: 'usd', merchant: 'US', payer: 'CN' },
    'card alipay wechat_pay klarna affirm afterpay_clearpay cashapp sunbit zip us_bank_account',
  ],
  ['a Canadian shop', { currency: 'cad', merchant: 'CA', payer: null }, 'card klarna affirm afterpay_clearpay acss_debit'],
  ['a Japanese shop', { currency: 'jpy', merchant: 'JP', payer: null }, 'card paypay konbini'],
] as const)('%s offers cards first, then what its payers are likely to have', (_, trade, types) => {
  expect(offered(trade)).toBe(types);
});

test('where none of the types is likely, all of them are offered', () => {
  expect(likelyTypes(['alipay', 'boost'], { currency: 'usd', merchant: 'US', payer: null })).toEqual(['alipay', 'boost']);
});
