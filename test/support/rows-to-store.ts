import type { ObjectRow, Write } from '../../src/kernel/storage/rows.js';

/** Columns that lists of the stored objects filter by. */
export const filters = ['customer', 'email', 'enabled_events', 'status'];

/** A time on the service's clock. */
export const now = new Date('2031-02-03T04:05:06.789Z');

/** An object of an account, in one version. */
export const objectRow = (account: string, id: string, version = 1, more: Partial<ObjectRow> = {}): ObjectRow => ({
  account,
  object: 'customer',
  id,
  version,
  doc: JSON.stringify({ id, object: 'customer', version }),
  secret: null,
  deleted: false,
  columns: { email: `${id}@example.com` },
  ...more,
});

/** A write of that one object and its event. */
export function writeOf(account: string, id: string, version = 1, more: Partial<ObjectRow> = {}): Write {
  const row = objectRow(account, id, version, more);
  const event = {
    account,
    id: `evt_${id}_${version}`,
    type: version === 1 ? 'customer.created' : 'customer.updated',
    object: 'customer',
    object_id: id,
    status: null,
    doc: row.doc,
  };
  return { now, objects: [row], events: [event] };
}

/** An endpoint for all events. */
export const endpointOf = (account: string, id: string): Write => ({
  now,
  objects: [
    objectRow(account, id, 1, {
      object: 'webhook_endpoint',
      columns: { enabled_events: ['*'], status: 'enabled' },
      doc: JSON.stringify({ id }),
    }),
  ],
});

/** One row of every kind, in a separate account. */
export const everyRow = (account: string): Write => ({
  ...writeOf(account, 'cus_every'),
  sealed: [{ account, id: 'pm_every', key_id: 'k1', sealed: Buffer.from([1, 2, 3]) }],
  searches: [{ account, object: 'customer', id: 'cus_every', terms: '{"a":"b"}', rest: '{"created":1}' }],
  entries: [
    {
      account,
      id: 'entry_every',
      movement: 'payout_paid',
      debit: 'payouts_in_transit',
      credit: 'processor_clearing',
      currency: 'usd',
      amount: 12n,
      source: 'po_1',
      posted_at: now,
    },
  ],
  guards: [{ account, ledger_account: 'merchant_available', currency: 'usd', guard: 1 }],
  jobs: [{ account, id: 'job_every', queue: 'due', subject: 'cus_every', lane: 'cus_every', due_at: now, payload: '{"at":1}' }],
  claims: [{ account, key: 'key_every', owner: 'req_1', fingerprint: Buffer.from([7]), status: null, reply: null }],
  keys: [
    {
      account,
      hash: Buffer.from(account),
      id: `key_${account}`,
      account_id: account,
      livemode: false,
      kind: 'restricted',
      permissions: ['rak_charge_read', 'a "quoted" one'],
      name: 'A key',
      hint: 'abcd',
      created_at: now,
    },
  ],
});

/** The following writes: a next version, the job done or postponed, the key answered. */
export const everyChange = (account: string): Write => ({
  ...writeOf(account, 'cus_every', 2),
  sealed: [{ account, id: 'pm_every', key_id: 'k2', sealed: Buffer.from([4]) }],
  searches: [{ account, object: 'customer', id: 'cus_every', terms: null, rest: '{"created":2}' }],
  guards: [{ account, ledger_account: 'merchant_available', currency: 'usd', guard: 2 }],
  jobs: [{ account, id: 'job_every', queue: 'due', subject: 'cus_every', lane: 'other', due_at: now, payload: null }],
  answers: [{ account, key: 'key_every', owner: 'req_1', status: 200, reply: Buffer.from([9]) }],
});

/** The timer of that account postponed, or done. */
export const putOff = (account: string): Write => ({
  now,
  postponed: [{ account, id: 'job_every', due_at: new Date(now.getTime() + 60_000), tried: 1 }],
});

/** The timer of that account done. */
export const doneWith = (account: string): Write => ({ now, finished: [{ account, id: 'job_every' }] });
