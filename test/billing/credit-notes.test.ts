import { expect, test } from 'vitest';
import { finalInvoice, paidInvoice, payingCustomer } from '../support/billed.js';
import { paid } from '../support/payments.js';
import { made } from '../support/populate.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const invoiceOf = async (client: Client, id: string) => (await client.get(`/v1/invoices/${id}`)).body;
const typesOf = async (client: Client): Promise<string[]> =>
  (await client.get('/v1/events?limit=100')).body.data.map(({ type }: { type: string }) => type).reverse();

/** Each billed amount is paid, credited or still due, and no amount is counted twice. */
async function expectBalanced(client: Client, id: string): Promise<void> {
  const { total, starting_balance, ending_balance, amount_paid, amount_remaining, ...notes } = await invoiceOf(client, id);
  const credited = notes.pre_payment_credit_notes_amount;
  const by_balance = ending_balance - starting_balance;
  expect(total - by_balance).toBe(amount_paid + credited + amount_remaining);
}

test('a note on an open invoice reduces the amount due, and the payment of the invoice collects the rest', async () => {
  const shop = service.client();
  const invoice = await finalInvoice(shop, [3000]);
  const note = await made(shop, '/v1/credit_notes', {
    invoice: invoice.id,
    amount: 1000,
    reason: 'order_change',
    memo: 'One less',
    metadata: { a: '1' },
  });
  expect(note).toEqual({
    id: expect.stringMatching(/^cn_/),
    object: 'credit_note',
    amount: 1000,
    amount_shipping: 0,
    created: note.created,
    currency: 'usd',
    customer: invoice.customer,
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: note.created,
    invoice: invoice.id,
    lines: {
      object: 'list',
      data: [expect.objectContaining({ object: 'credit_note_line_item', amount: 1000, type: 'custom_line_item', quantity: null })],
      has_more: false,
      total_count: 1,
      url: `/v1/credit_notes/${note.id}/lines`,
    },
    livemode: false,
    memo: 'One less',
    metadata: { a: '1' },
    number: `${invoice.number}-CN-01`,
    out_of_band_amount: null,
    pdf: expect.stringMatching(/\/credit_note\/[\w.-]+\/pdf$/),
    post_payment_amount: 0,
    pre_payment_amount: 1000,
    pretax_credit_amounts: [],
    reason: 'order_change',
    refund: null,
    refunds: [],
    shipping_cost: null,
    status: 'issued',
    subtotal: 1000,
    subtotal_excluding_tax: 1000,
    tax_amounts: [],
    total: 1000,
    total_excluding_tax: 1000,
    total_taxes: [],
    type: 'pre_payment',
    voided_at: null,
  });
  const after = await invoiceOf(shop, invoice.id);
  expect([after.status, after.amount_due, after.amount_remaining, after.pre_payment_credit_notes_amount]).toEqual([
    'open',
    2000,
    2000,
    1000,
  ]);
  expect((await shop.get(`/v1/payment_intents/${invoice.payment_intent}`)).body.amount).toBe(2000);
  expect((await shop.get(`/v1/invoice_payments?invoice=${invoice.id}`)).body.data[0].amount_requested).toBe(2000);
  const paid = await made(shop, `/v1/invoices/${invoice.id}/pay`, {});
  expect([paid.status, paid.amount_paid, paid.amount_remaining]).toEqual(['paid', 2000, 0]);
  await expectBalanced(shop, invoice.id);
});

test('a note for the full amount due pays the invoice without a payment', async () => {
  const shop = service.client();
  const invoice = await finalInvoice(shop, [3000]);
  await made(shop, '/v1/credit_notes', {
    invoice: invoice.id,
    lines: [{ type: 'invoice_line_item', invoice_line_item: invoice.lines.data[0].id, amount: 3000 }],
  });
  const after = await invoiceOf(shop, invoice.id);
  expect([after.status, after.amount_due, after.amount_paid, after.amount_remaining]).toEqual(['paid', 0, 0, 0]);
  expect((await shop.get(`/v1/payment_intents/${invoice.payment_intent}`)).body.status).toBe('canceled');
  expect((await shop.get(`/v1/invoice_payments?invoice=${invoice.id}`)).body.data[0].status).toBe('canceled');
  const event_types = (await typesOf(shop)).filter((type) => /^(credit_note|invoice\.(paid|payment_succeeded))/.test(type));
  expect(event_types).toEqual(['credit_note.created', 'invoice.paid', 'invoice.payment_succeeded']);
  await expectBalanced(shop, invoice.id);
});

test('a note on a paid invoice refunds its payment, credits the customer, and counts the amount returned elsewhere', async () => {
  const shop = service.client();
  const invoice = await paidInvoice(shop, [3000]);
  const note = await made(shop, '/v1/credit_notes', {
    invoice: invoice.id,
    amount: 1000,
    refund_amount: 500,
    credit_amount: 300,
    out_of_band_amount: 200,
    reason: 'duplicate',
  });
  expect([note.type, note.pre_payment_amount, note.post_payment_amount, note.out_of_band_amount]).toEqual(['post_payment', 0, 1000, 200]);
  expect(note.refunds).toEqual([{ amount_refunded: 500, payment_record_refund: null, refund: note.refund, type: 'refund' }]);
  const { body: refund } = await shop.get(`/v1/refunds/${note.refund}`);
  expect([refund.status, refund.amount, refund.charge, refund.reason]).toEqual(['succeeded', 500, invoice.charge, 'duplicate']);
  expect((await shop.get(`/v1/charges/${invoice.charge}`)).body.amount_refunded).toBe(500);
  const { body: moved } = await shop.get(`/v1/customers/${invoice.customer}/balance_transactions/${note.customer_balance_transaction}`);
  expect([moved.type, moved.amount, moved.ending_balance, moved.credit_note, moved.invoice]).toEqual([
    'credit_note',
    -300,
    -300,
    note.id,
    invoice.id,
  ]);
  const after = await invoiceOf(shop, invoice.id);
  expect([after.status, after.amount_due, after.amount_paid, after.amount_remaining, after.post_payment_credit_notes_amount]).toEqual([
    'paid',
    3000,
    3000,
    0,
    1000,
  ]);
});

test('an amount paid by several payments is refunded from each as far as possible, the newest first', async () => {
  const shop = service.client();
  const customer = await payingCustomer(shop);
  const invoice = await finalInvoice(shop, [3000], { customer });
  const charges: string[] = [];
  for (const amount of [1000, 1200]) {
    const { id, latest_charge } = await paid(shop, { amount, customer });
    await made(shop, `/v1/invoices/${invoice.id}/attach_payment`, { payment_intent: id });
    charges.push(latest_charge);
  }
  charges.push((await made(shop, `/v1/invoices/${invoice.id}/pay`, {})).charge);
  const note = (amount: number) => made(shop, '/v1/credit_notes', { invoice: invoice.id, amount, refund_amount: amount });
  const refundsOf = ({ refunds }: { refunds: { amount_refunded: number }[] }) => refunds.map(({ amount_refunded }) => amount_refunded);
  expect(refundsOf(await note(2500))).toEqual([800, 1200, 500]);
  const too_much = await shop.post('/v1/credit_notes', { invoice: invoice.id, amount: 500, refund_amount: 501 });
  expect([too_much.status, too_much.body.error.code, too_much.body.error.param]).toEqual([400, 'amount_too_large', 'refund_amount']);
  expect(refundsOf(await note(500))).toEqual([500]);
  const refunded = await Promise.all(charges.map(async (id) => (await shop.get(`/v1/charges/${id}`)).body.amount_refunded));
  expect(refunded).toEqual([1000, 1200, 800]);
});

test('400: the refunds and credits of a paid invoice must add up to the note', async () => {
  const shop = service.client();
  const invoice = await paidInvoice(shop, [3000]);
  for (const said of [{}, { refund_amount: 999 }, { credit_amount: 600, refund_amount: 600 }]) {
    const { status, body } = await shop.post('/v1/credit_notes', { invoice: invoice.id, amount: 1000, ...said });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', 'refund_amount']);
  }
  expect((await shop.get(`/v1/credit_notes?invoice=${invoice.id}`)).body.data).toEqual([]);
});

test('of 200 that the balance paid 150 of, 50 can be refunded, and the rest is credited to the balance', async () => {
  const shop = service.client();
  const customer = await payingCustomer(shop, { balance: -150 });
  const invoice = await paidInvoice(shop, [200], { customer });
  expect([invoice.amount_due, invoice.amount_paid]).toEqual([50, 50]);
  const whole = { invoice: invoice.id, amount: 200 };
  const { status, body } = await shop.post('/v1/credit_notes', { ...whole, refund_amount: 200 });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'amount_too_large', 'refund_amount']);
  const note = await made(shop, '/v1/credit_notes', { ...whole, refund_amount: 50, credit_amount: 150 });
  expect(note.post_payment_amount).toBe(200);
  expect((await shop.get(`/v1/customers/${customer}`)).body.balance).toBe(-150);
});

test('a note on an open invoice that the balance has partly paid is of both types', async () => {
  const shop = service.client();
  const customer = await payingCustomer(shop, { balance: -150 });
  const invoice = await finalInvoice(shop, [1000], { customer });
  const note = await made(shop, '/v1/credit_notes', { invoice: invoice.id, amount: 1000, credit_amount: 150 });
  expect([note.type, note.pre_payment_amount, note.post_payment_amount]).toEqual(['mixed', 850, 150]);
  const after = await invoiceOf(shop, invoice.id);
  expect([after.status, after.amount_due, after.pre_payment_credit_notes_amount, after.post_payment_credit_notes_amount]).toEqual([
    'paid',
    0,
    850,
    150,
  ]);
  expect((await shop.get(`/v1/customers/${customer}`)).body.balance).toBe(-150);
  await expectBalanced(shop, invoice.id);
});

test('lines are credited by amount or by quantity, and by no more than their remaining amount', async () => {
  const shop = service.client();
  const invoice = await finalInvoice(shop, [{ unit_amount_decimal: '1000', quantity: 3, description: 'Chair' }]);
  const [line] = invoice.lines.data;
  const of_line = { type: 'invoice_line_item', invoice_line_item: line.id };
  const note = await made(shop, '/v1/credit_notes', {
    invoice: invoice.id,
    lines: [{ ...of_line, quantity: 2, metadata: { why: 'broken' } }],
  });
  expect(note.lines.data[0]).toMatchObject({
    amount: 2000,
    description: 'Chair',
    invoice_line_item: line.id,
    metadata: { why: 'broken' },
    quantity: 2,
    type: 'invoice_line_item',
    unit_amount: 1000,
    unit_amount_decimal: '1000',
  });
  const refused = async (asked: object) => {
    const { status, body } = await shop.post('/v1/credit_notes', { invoice: invoice.id, lines: [asked] });
    return [status, body.error?.code, body.error?.param];
  };
  expect(await refused({ ...of_line, quantity: 2 })).toEqual([400, 'amount_too_large', 'lines[0][quantity]']);
  expect(await refused({ ...of_line, amount: 1001 })).toEqual([400, 'amount_too_large', 'lines[0][amount]']);
  expect(await refused({ ...of_line, amount: 100, quantity: 1 })).toEqual([400, 'parameters_exclusive', 'lines[0][quantity]']);
  expect(await refused(of_line)).toEqual([400, 'parameter_missing', 'lines[0][amount]']);
  expect(await refused({ ...of_line, quantity: 4 })).toEqual([400, 'parameter_invalid', 'lines[0][quantity]']);
  expect(await refused({ ...of_line, amount: 1, unit_amount: 5 })).toEqual([400, 'parameter_invalid', 'lines[0][unit_amount]']);
  expect(await refused({ ...of_line, invoice_line_item: 'il_none', amount: 1 })).toEqual([
    400,
    'resource_missing',
    'lines[0][invoice_line_item]',
  ]);
  expect(await refused({ type: 'custom_line_item', amount: 5 })).toEqual([400, 'parameter_invalid', 'lines[0][amount]']);
  expect(await refused({ type: 'custom_line_item' })).toEqual([400, 'parameter_missing', 'lines[0][unit_amount]']);
  const huge = { type: 'custom_line_item', unit_amount: 999_999_999_999, quantity: 999_999_999 };
  expect(await refused(huge)).toEqual([400, 'amount_too_large', 'lines[0][quantity]']);
});

test('a custom line has a price, a quantity and tax rates', async () => {
  const shop = service.client();
  const invoice = await finalInvoice(shop, [5000]);
  const rate = await made(shop, '/v1/tax_rates', { display_name: 'VAT', percentage: 10, inclusive: false });
  const lines = [{ type: 'custom_line_item', description: 'Scratches', unit_amount_decimal: '333.5', quantity: 3, tax_rates: [rate.id] }];
  const note = await made(shop, '/v1/credit_notes', { invoice: invoice.id, lines });
  expect([note.subtotal, note.total, note.total_excluding_tax]).toEqual([1001, 1101, 1001]);
  expect(note.tax_amounts).toEqual([
    { amount: 100, inclusive: false, tax_rate: rate.id, taxability_reason: 'standard_rated', taxable_amount: 1001 },
  ]);
  expect(note.total_taxes).toEqual([
    {
      amount: 100,
      tax_behavior: 'exclusive',
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: 'standard_rated',
      taxable_amount: 1001,
      type: 'tax_rate_details',
    },
  ]);
  expect(note.lines.data[0]).toMatchObject({
    description: 'Scratches',
    quantity: 3,
    unit_amount: null,
    unit_amount_decimal: '333.5',
    tax_rates: [rate],
  });
});

test('a note is voided while its invoice is open, and its amount is due again', async () => {
  const shop = service.client();
  const invoice = await finalInvoice(shop, [3000]);
  const note = await made(shop, '/v1/credit_notes', { invoice: invoice.id, amount: 1000 });
  const voided = await made(shop, `/v1/credit_notes/${note.id}/void`, {});
  expect([voided.status, voided.voided_at]).toEqual(['void', expect.any(Number)]);
  const after = await invoiceOf(shop, invoice.id);
  expect([after.amount_due, after.amount_remaining, after.pre_payment_credit_notes_amount]).toEqual([3000, 3000, 0]);
  expect((await shop.get(`/v1/payment_intents/${invoice.payment_intent}`)).body.amount).toBe(3000);
  const again = await shop.post(`/v1/credit_notes/${note.id}/void`);
  expect([again.status, again.body.error.code]).toEqual([400, 'credit_note_unexpected_state']);
  const next = await made(shop, '/v1/credit_notes', { invoice: invoice.id, amount: 3000 });
  expect(next.number).toBe(`${invoice.number}-CN-02`);
  const { status, body } = await shop.post(`/v1/credit_notes/${next.id}/void`);
  expect([status, body.error.code, body.error.message]).toEqual([400, 'credit_note_unexpected_state', expect.stringContaining('paid')]);
  expect((await typesOf(shop)).filter((type) => type.startsWith('credit_note'))).toEqual([
    'credit_note.created',
    'credit_note.voided',
    'credit_note.created',
  ]);
});

test('a note counts earlier refunds, and nothing is refunded twice', async () => {
  const shop = service.client();
  const invoice = await paidInvoice(shop, [3000]);
  const refund = await made(shop, '/v1/refunds', { charge: invoice.charge, amount: 1000 });
  const asked = { invoice: invoice.id, amount: 3000 };
  const { status, body } = await shop.post('/v1/credit_notes', { ...asked, credit_amount: 3000 });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'amount_too_large', 'amount']);
  const note = await made(shop, '/v1/credit_notes', {
    invoice: invoice.id,
    amount: 600,
    refunds: [{ refund: refund.id, amount_refunded: 600 }],
  });
  expect(note.refunds).toEqual([{ amount_refunded: 600, payment_record_refund: null, refund: refund.id, type: 'refund' }]);
  const rest = await made(shop, '/v1/credit_notes', { invoice: invoice.id, amount: 2400, refund: refund.id, refund_amount: 2000 });
  expect(rest.refunds.map(({ amount_refunded }: { amount_refunded: number }) => amount_refunded)).toEqual([2000, 400]);
  expect((await shop.get(`/v1/charges/${invoice.charge}`)).body).toMatchObject({ amount_refunded: 3000, refunded: true });
  const other = await made(shop, '/v1/refunds', { charge: (await paidInvoice(shop, [1000])).charge });
  const wrong = await shop.post('/v1/credit_notes', {
    invoice: (await paidInvoice(shop, [1000])).id,
    amount: 1000,
    refunds: [{ refund: other.id }],
  });
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'refunds[0][refund]']);
});

test('twenty concurrent notes on one invoice never credit more than its total, and each has its own number', async () => {
  const shop = service.client();
  const invoice = await paidInvoice(shop, [1000]);
  const asked = { invoice: invoice.id, amount: 150, credit_amount: 150 };
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post('/v1/credit_notes', asked)));
  const issued = answers.filter(({ status }) => status === 200).map(({ body }) => body.number);
  expect(issued.sort()).toEqual(['01', '02', '03', '04', '05', '06'].map((place) => `${invoice.number}-CN-${place}`));
  expect(answers.filter(({ body }) => body.error?.code === 'amount_too_large')).toHaveLength(14);
  expect((await invoiceOf(shop, invoice.id)).post_payment_credit_notes_amount).toBe(900);
  expect((await shop.get(`/v1/customers/${invoice.customer}`)).body.balance).toBe(-900);
});

test('a preview shows the note without creating it', async () => {
  const shop = service.client();
  const invoice = await finalInvoice(shop, [3000, 2000]);
  const lines = invoice.lines.data.map(({ id }: { id: string }) => ({ type: 'invoice_line_item', invoice_line_item: id, amount: 500 }));
  const query = lines.flatMap((line: Record<string, string>, place: number) =>
    Object.entries(line).map(([name, value]) => [`lines[${place}][${name}]`, String(value)]),
  );
  const asked = { invoice: invoice.id, ...Object.fromEntries(query) };
  const { status, body } = await shop.get('/v1/credit_notes/preview', asked);
  expect(status).toBe(200);
  expect([body.total, body.pre_payment_amount, body.number, body.lines.data.length]).toEqual([1000, 1000, `${invoice.number}-CN-01`, 2]);
  const page = (await shop.get('/v1/credit_notes/preview/lines', { ...asked, limit: '1' })).body;
  expect([page.object, page.url, page.has_more, page.data.length]).toEqual(['list', '/v1/credit_notes/preview/lines', true, 1]);
  expect((await shop.get(`/v1/credit_notes/${body.id}`)).status).toBe(404);
  expect((await shop.get('/v1/credit_notes')).body.data).toEqual([]);
  expect(await invoiceOf(shop, invoice.id)).toEqual(invoice);
  expect(await typesOf(shop)).not.toContain('credit_note.created');
  const wrong = await shop.get('/v1/credit_notes/preview', { invoice: invoice.id, amount: '5001' });
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'amount_too_large']);
});

test('a preview of a note on a paid invoice does not need its refund and credit amounts', async () => {
  const shop = service.client();
  const invoice = await paidInvoice(shop, [3000]);
  const { body } = await shop.get('/v1/credit_notes/preview', { invoice: invoice.id, amount: '1000' });
  expect([body.total, body.post_payment_amount, body.type]).toEqual([1000, 1000, 'post_payment']);
  const wrong = await shop.get('/v1/credit_notes/preview', { invoice: invoice.id, amount: '1000', refund_amount: '900' });
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'refund_amount']);
  expect((await shop.get(`/v1/charges/${invoice.charge}`)).body.amount_refunded).toBe(0);
});

test('notes are listed by customer and by invoice, and their lines page by page', async () => {
  const shop = service.client();
  const [one, other] = [await finalInvoice(shop, [3000]), await finalInvoice(shop, [3000])];
  const lines = [1, 2, 3].map((unit_amount) => ({ type: 'custom_line_item', unit_amount }));
  const first = await made(shop, '/v1/credit_notes', { invoice: one.id, lines });
  const second = await made(shop, '/v1/credit_notes', { invoice: other.id, amount: 10 });
  const found = async (query: string) => (await shop.get(`/v1/credit_notes?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await found('')).toEqual([second.id, first.id]);
  expect(await found(`customer=${one.customer}`)).toEqual([first.id]);
  expect(await found(`invoice=${other.id}`)).toEqual([second.id]);
  expect(await found('created[gt]=4000000000')).toEqual([]);
  const { body: page } = await shop.get(`/v1/credit_notes/${first.id}/lines?limit=2`);
  expect([page.data, page.has_more]).toEqual([first.lines.data.slice(0, 2), true]);
  const { body: rest } = await shop.get(`/v1/credit_notes/${first.id}/lines?starting_after=${page.data[1].id}`);
  expect([rest.data, rest.has_more]).toEqual([first.lines.data.slice(2), false]);
  const { body: updated } = await shop.post(`/v1/credit_notes/${first.id}`, { memo: 'Sorry', metadata: { a: '1' } });
  expect([updated.memo, updated.metadata]).toEqual(['Sorry', { a: '1' }]);
  expect((await typesOf(shop)).at(-1)).toBe('credit_note.updated');
});

test('400: drafts and voided invoices cannot be credited, nor more than the invoice, nor to a remainder below the minimum charge', async () => {
  const shop = service.client();
  const draft = await made(shop, '/v1/invoices', { customer: await payingCustomer(shop), currency: 'usd' });
  const invoice = await finalInvoice(shop, [1000]);
  const refused = async (asked: Readonly<Record<string, unknown>>) => {
    const { status, body } = await shop.post('/v1/credit_notes', asked);
    return [status, body.error?.code, body.error?.param];
  };
  expect(await refused({ invoice: draft.id, amount: 1 })).toEqual([400, 'invoice_unexpected_state', 'invoice']);
  expect(await refused({ invoice: invoice.id })).toEqual([400, 'parameter_missing', 'amount']);
  expect(await refused({ invoice: invoice.id, amount: 1, lines: [{ type: 'custom_line_item', unit_amount: 1 }] })).toEqual([
    400,
    'parameters_exclusive',
    'lines',
  ]);
  expect(await refused({ invoice: invoice.id, amount: 1001 })).toEqual([400, 'amount_too_large', 'amount']);
  expect(await refused({ invoice: invoice.id, amount: 960 })).toEqual([400, 'amount_too_small', 'amount']);
  expect(await refused({ invoice: invoice.id, amount: 10, refund_amount: 10 })).toEqual([400, 'charge_not_refundable', 'refund_amount']);
  expect(await refused({ invoice: invoice.id, amount: 10, credit_amount: 10 })).toEqual([400, 'parameter_invalid', 'refund_amount']);
});

test('a line includes its part of the discount: 1000 with 50 % off credit 500', async () => {
  const shop = service.client();
  await made(shop, '/v1/coupons', { id: 'half', percent_off: 50, duration: 'forever' });
  const customer = await payingCustomer(shop, { coupon: 'half' });
  const invoice = await paidInvoice(shop, [1000], { customer });
  expect(invoice.total).toBe(500);
  const lines = [{ type: 'invoice_line_item', invoice_line_item: invoice.lines.data[0].id, amount: 1000 }];
  const note = await made(shop, '/v1/credit_notes', { invoice: invoice.id, lines, refund_amount: 500 });
  const [{ discount }] = invoice.total_discount_amounts;
  expect([note.subtotal, note.discount_amount, note.total, note.amount]).toEqual([1000, 500, 500, 500]);
  expect([note.discount_amounts, note.lines.data[0].discount_amounts]).toEqual(Array(2).fill([{ amount: 500, discount }]));
  expect(note.pretax_credit_amounts).toEqual([{ amount: 500, discount, type: 'discount' }]);
});

test('a line includes its part of the taxes, and all notes on it credit exactly the charged amount', async () => {
  const shop = service.client();
  const vat = await made(shop, '/v1/tax_rates', { display_name: 'VAT', percentage: 7.5, inclusive: false });
  const invoice = await paidInvoice(shop, [1001], { default_tax_rates: [vat.id] });
  expect(invoice.total).toBe(1076);
  const of_line = { type: 'invoice_line_item', invoice_line_item: invoice.lines.data[0].id };
  const notes = [];
  for (const [amount, credit_amount] of [
    [333, 358],
    [333, 358],
    [335, 360],
  ])
    notes.push(await made(shop, '/v1/credit_notes', { invoice: invoice.id, lines: [{ ...of_line, amount }], credit_amount }));
  expect(notes.map(({ tax_amounts }) => tax_amounts[0].amount)).toEqual([25, 25, 25]);
  expect(notes.reduce((sum, { total }) => sum + total, 0)).toBe(1076);
  expect((await invoiceOf(shop, invoice.id)).post_payment_credit_notes_amount).toBe(1076);
});

test('lines with their own discounts and taxes credit exactly their cost, and show it as their invoice does', async () => {
  const shop = service.client();
  await made(shop, '/v1/coupons', { id: 'half', percent_off: 50, duration: 'forever' });
  await made(shop, '/v1/coupons', { id: 'less', amount_off: 301, currency: 'usd', duration: 'forever' });
  const inside = await made(shop, '/v1/tax_rates', { display_name: 'GST', percentage: 10, inclusive: true });
  const vat = await made(shop, '/v1/tax_rates', { display_name: 'VAT', percentage: 7.5, inclusive: false });
  const items = [
    { amount: 1101, discounts: [{ coupon: 'half' }], tax_rates: [inside.id] },
    { amount: 2003, discounts: [{ coupon: 'less' }, { coupon: 'half' }] },
  ];
  const invoice = await paidInvoice(shop, items, { default_tax_rates: [vat.id], discounts: [{ coupon: 'less' }] });
  const notes: Awaited<ReturnType<typeof made>>[] = [];
  for (const { id, amount } of invoice.lines.data)
    for (const part of [Math.floor(amount / 3), amount - Math.floor(amount / 3)]) {
      const lines = [{ type: 'invoice_line_item', invoice_line_item: id, amount: part }];
      const of_line = { 'lines[0][type]': 'invoice_line_item', 'lines[0][invoice_line_item]': id, 'lines[0][amount]': String(part) };
      const { total } = (await shop.get('/v1/credit_notes/preview', { invoice: invoice.id, ...of_line })).body;
      notes.push(await made(shop, '/v1/credit_notes', { invoice: invoice.id, lines, credit_amount: total }));
    }
  const sum = (member: string) => notes.reduce((sum, note) => sum + Number(note[member]), 0);
  const members = ['subtotal', 'subtotal_excluding_tax', 'total', 'total_excluding_tax'];
  expect(members.map(sum)).toEqual(members.map((member) => invoice[member]));
  const of_lines = notes.map(({ lines }) => lines.data[0].amount_excluding_tax);
  const [first, second] = invoice.lines.data;
  const [a = 0, b = 0, c = 0, d = 0] = of_lines;
  expect([a + b, c + d]).toEqual([first.amount_excluding_tax, second.amount_excluding_tax]);
});

test('units of a line credited one by one add up to the line, also after a voided note', async () => {
  const shop = service.client();
  const invoice = await finalInvoice(shop, [{ unit_amount_decimal: '333.4', quantity: 3 }, 5000]);
  const line = invoice.lines.data.find(({ quantity }: { quantity: number }) => quantity === 3);
  const lines = [{ type: 'invoice_line_item', invoice_line_item: line.id, quantity: 1 }];
  const one = () => made(shop, '/v1/credit_notes', { invoice: invoice.id, lines });
  const notes = [await one(), await one()];
  await made(shop, `/v1/credit_notes/${notes[0].id}/void`, {});
  notes.push(await one(), await one());
  expect(notes.map(({ total }) => total)).toEqual([333, 334, 334, 332]);
  const { status, body } = await shop.post('/v1/credit_notes', { invoice: invoice.id, lines });
  expect([status, body.error.param]).toEqual([400, 'lines[0][quantity]']);
});

test('a note on an invoice of a test clock has the time of that clock', async () => {
  const shop = service.client();
  const clock = await made(shop, '/v1/test_helpers/test_clocks', { frozen_time: 1_800_000_000 });
  const customer = await payingCustomer(shop, { test_clock: clock.id });
  const invoice = await finalInvoice(shop, [1000], { customer });
  const note = await made(shop, '/v1/credit_notes', { invoice: invoice.id, amount: 100 });
  expect([note.created, note.effective_at]).toEqual([1_800_000_000, 1_800_000_000]);
  const voided = await made(shop, `/v1/credit_notes/${note.id}/void`, {});
  expect(voided.voided_at).toBe(1_800_000_000);
});

test('a note repeated under its idempotency key is issued once, and refunds once', async () => {
  const shop = service.client();
  const invoice = await paidInvoice(shop, [1000]);
  const asked = { invoice: invoice.id, amount: 400, refund_amount: 400 };
  const headers = { 'idempotency-key': 'credit once' };
  const [first, again] = [await shop.post('/v1/credit_notes', asked, { headers }), await shop.post('/v1/credit_notes', asked, { headers })];
  expect([first.status, again.body]).toEqual([200, first.body]);
  expect((await shop.get(`/v1/charges/${invoice.charge}`)).body.amount_refunded).toBe(400);
});
