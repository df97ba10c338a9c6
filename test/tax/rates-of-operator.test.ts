import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sample_table, useTaxTable } from '../../src/arithmetic/tax/table.js';
import { ratesIn } from '../../src/service/environment.js';
import { must } from '../support/billing.js';
import { head_office, registeredIn } from '../support/populate-tax.js';
import { startService } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'florin-tax-rates-'));
afterAll(() => useTaxTable(sample_table));

/** A file of the operator with one rate of Germany. */
function fileWith(standard: string): string {
  const path = join(folder, `${standard}.json`);
  const places = { DE: { name: 'Germany', taxes: [{ type: 'vat', name: 'VAT', rates: { standard } }] } };
  writeFileSync(path, JSON.stringify({ date: '2031-01-01', source: 'Our tax adviser', places }));
  return path;
}

test('the rates of a file of the operator apply, and the settings show its date', async () => {
  const service = await startService({ FLORIN_TAX_RATES: fileWith('21') });
  try {
    const client = service.client();
    const settings = await must(client.post('/v1/tax/settings', { head_office }));
    expect(settings.rates).toEqual({ date: '2031-01-01', source: 'Our tax adviser' });
    await must(client.post('/v1/tax/registrations', registeredIn('DE')));
    const sent = {
      currency: 'eur',
      line_items: [{ amount: 1000 }],
      customer_details: { address: head_office.address, address_source: 'billing' },
    };
    expect(await must(client.post('/v1/tax/calculations', sent))).toMatchObject({ tax_amount_exclusive: 210 });
  } finally {
    await service.stop();
  }
});

test.each([
  [fileWith('101'), 'FLORIN_TAX_RATES: DE: the rate standard must be a decimal from 0 to 100 as text, or exempt, of a known category'],
  [join(folder, 'nothing.json'), 'FLORIN_TAX_RATES: the file cannot be read'],
])('an unusable file stops the start: %s', (path, problem) => {
  const problems: string[] = [];
  expect(ratesIn({ FLORIN_TAX_RATES: path }, (each) => problems.push(each)).tax_rates).toBeNull();
  expect(problems).toEqual([problem]);
});
