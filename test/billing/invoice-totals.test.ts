import fc from 'fast-check';
import { expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { must, openInvoice, shopWithCustomer } from '../support/billing.js';
import { commonService, rowsOf } from '../support/services.js';

const service = await commonService();

type Sum = { readonly amount: number };
const sumOf = (list: readonly Sum[]): number => list.reduce((sum, { amount }) => sum + amount, 0);

const lines = fc.array(
  fc.record({
    amount: fc.integer({ min: -5000, max: 200_000 }),
    discountable: fc.boolean(),
    taxed: fc.subarray([0, 1, 2]),
    off: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

test('random invoices balance: lines less discounts plus taxes are the total, which equals due, credited and paid', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const rates: string[] = [];
  for (const [percentage, inclusive] of [
    [19, false],
    [7.5, true],
    [2.25, false],
  ] as const)
    rates.push((await must(shop.post('/v1/tax_rates', { display_name: 'VAT', percentage, inclusive }))).id);
  await must(shop.post('/v1/coupons', { id: 'THIRD', percent_off: 33.33, duration: 'forever' }));
  await must(shop.post('/v1/coupons', { id: 'AMOUNT', amount_off: 1234, currency: 'usd', duration: 'forever' }));
  await fc.assert(
    fc.asyncProperty(lines, fc.subarray(['THIRD', 'AMOUNT']), async (given, off) => {
      const draft = await must(shop.post('/v1/invoices', { customer, discounts: off.map((coupon) => ({ coupon })) }));
      const asked = given.map(({ taxed, off: _, ...line }) => ({ ...line, tax_rates: taxed.map((place) => rates[place]) }));
      const it = await must(shop.post(`/v1/invoices/${draft.id}/add_lines`, { lines: asked }));
      const taken = sumOf(it.total_discount_amounts);
      const exclusive = sumOf(it.total_tax_amounts.filter(({ inclusive }: { inclusive: boolean }) => !inclusive));
      expect(sumOf(it.lines.data) - taken + exclusive).toBe(it.total);
      expect(sumOf(it.lines.data.flatMap((line: { discount_amounts: Sum[] }) => line.discount_amounts))).toBe(taken);
      expect(sumOf(it.lines.data.flatMap((line: { taxes: Sum[] }) => line.taxes))).toBe(it.tax ?? 0);
      const final = await must(shop.post(`/v1/invoices/${draft.id}/finalize`));
      expect(final.total).toBe(it.total);
      // An amount that is not due has moved the balance.
      expect(final.amount_due + final.ending_balance).toBe(final.total + final.starting_balance);
      expect(final.amount_remaining).toBe(final.amount_due - final.amount_paid);
    }),
    { numRuns: 12 },
  );
}, 60_000);

test('florin audit accepts them, and finds an invoice that does not add up', async () => {
  expect(await audit(service.engine.database)).toEqual([]);
  const { shop, customer } = await shopWithCustomer(service);
  const { id } = await openInvoice(shop, customer);
  const total = (to: number) =>
    rowsOf(service, `update objects set doc = jsonb_set(doc::jsonb, '{total}', '${to}')::json where id = $1`, id);
  await total(1999);
  const found = await audit(service.engine.database);
  // Other tests audit the same database.
  await total(2000);
  expect(found.map(({ invariant }) => invariant)).toEqual([
    'lines and shipping of invoices less discounts plus taxes are their totals',
    'totals of invoices are due, credited or in the balances of customers',
  ]);
  expect(found[0]?.rows).toMatchObject([{ id, status: 'open', total: '1999' }]);
  expect(await audit(service.engine.database)).toEqual([]);
});
