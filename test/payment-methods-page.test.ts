import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { payment_method_types } from '../src/resources/payments/payment-methods/payment-method.js';
import { paymentMethodsPage } from './support/payment-methods-page.js';

const place = join(import.meta.dirname, '../docs/payment-methods.md');
const page = paymentMethodsPage();
if (process.env.UPDATE) writeFileSync(place, page);

const [, ...rows] = page
  .slice(page.indexOf('## Types'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
const rowOf = (type: string): string => rows.find((row) => row.includes(`<br>\`${type}\` `)) ?? '';

describe('the page of payment methods', () => {
  test('matches the tables', () => expect(readFileSync(place, 'utf8')).toBe(page));

  test('has a row of ten cells for each type, and no unknown type', () => {
    expect(rows.map((row) => /<br>`([^`]+)` \|/.exec(row)?.[1])).toEqual([...payment_method_types]);
    expect(rows.filter((row) => row.split(' | ').length !== 10)).toEqual([]);
    expect(page).not.toMatch(/undefined|NaN|null|\[object|\| +\|/);
  });

  test.each([
    [
      'boleto',
      [
        'Boleto',
        'BRL',
        'BR',
        '`address[country]`',
        '5.00 to 49,999.99 BRL',
        'third day after (UTC-3)',
        '`expires_after_days`',
        'after 1 day',
      ],
    ],
    ['pix', ['`pix_handle_redirect`; 1 day, or as `expires_after_seconds` says: 10 to 1209600', 'one, of all |']],
    ['9pay', ['5,000 to 200,000,000 VND', 'several']],
    ['gcash', ['1.00 PHP or more', 'one, of all or a part | yes | no']],
    ['sepa_debit', ['| none | after 5 days | several | yes | no']],
    ['wechat_pay', ['by a code to scan: `wechat_pay_display_qr_code`; 2 hours', 'up to 50,000.00 USD']],
    ['card', ['| Card', '| all | everywhere | none | any |', 'at once | several | yes | yes']],
  ])('answers common questions about %s', (type, answers) => {
    for (const each of answers) expect(rowOf(type)).toContain(each);
  });
});

test('is linked from the readme', () => {
  expect(readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')).toContain('](docs/payment-methods.md)');
});
