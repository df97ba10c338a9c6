import type { InvoiceLine, InvoicePaper } from '../../src/pages/paper/invoice-paper.js';

/** 4 May 2031, in seconds. */
export const may_2031 = 1_935_684_000;
const month = 30 * 86_400;

/** A line of one item at a price. */
export const line = (changes: Partial<InvoiceLine> = {}): InvoiceLine => ({
  description: 'Pro plan',
  period: { start: may_2031, end: may_2031 + month },
  quantity: 2,
  unit_amount: '5000',
  amount: 10_000,
  discounts: [],
  tax_percentages: ['19'],
  ...changes,
});

/** An open invoice with a discount and a tax. */
export const openInvoice = (changes: Partial<InvoicePaper> = {}): InvoicePaper => ({
  kind: 'invoice',
  status: 'open',
  livemode: true,
  page_size: 'auto',
  number: 'A1B2C3D4-0001',
  credited_number: null,
  currency: 'eur',
  locales: ['en'],
  issued: may_2031,
  due: may_2031 + month,
  paid: null,
  voided: null,
  period: null,
  issuer: {
    name: 'Rocket Rides GmbH',
    address: { line1: 'Torstraße 140', line2: null, city: 'Berlin', state: null, postal_code: '10119', country: 'DE' },
    email: 'billing@rocketrides.example',
    phone: '+49 30 1234567',
    tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
    country: 'DE',
    logo: null,
    color: '#5a31f4',
  },
  customer: {
    name: 'Jenny Rosen',
    address: { line1: '12 rue de la Paix', line2: 'Bâtiment C', city: 'Paris', state: null, postal_code: '75002', country: 'FR' },
    email: 'jenny@example.com',
    phone: null,
    tax_ids: [{ type: 'eu_vat', value: 'FRAB123456789' }],
  },
  custom_fields: [{ name: 'Purchase order', value: 'PO-7781' }],
  memo: 'Thank you for your business.',
  footer: 'Rocket Rides GmbH, Amtsgericht Charlottenburg, HRB 12345',
  lines: [line(), line({ description: 'Messages', quantity: 1250, unit_amount: '0.5', amount: 625, discounts: [] })],
  discounts: [{ name: 'Spring sale', percent_off: 10, amount: 1063 }],
  taxes: [{ name: 'VAT', percentage: '19', inclusive: false, taxable_amount: 9562, amount: 1817, reason: null }],
  subtotal: 10_625,
  shipping: null,
  total: 11_379,
  applied_balance: 379,
  carried_over: 0,
  credited: 0,
  amount_due: 11_000,
  amount_paid: 0,
  amount_remaining: 11_000,
  ...changes,
});
