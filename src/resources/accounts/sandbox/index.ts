import { about } from '../../../kernel/base/fields.js';
import { handler, type Saved } from '../../../kernel/base/handler.js';
import { textOf } from '../../../kernel/base/kinds.js';
import { list, retrieve } from '../../../kernel/base/rules.js';
import { accountParts } from '../accounts/open.js';
import { snapshot } from './snapshot.js';

const { object, prefix } = snapshot;

const shown =
  (name: string | null) =>
  ({ id, created, now: frozen_time, objects, events }: Saved): object => ({
    id,
    object,
    created,
    livemode: false,
    events,
    frozen_time,
    name,
    objects,
  });

/** A sandbox as a whole: it is emptied, saved, and brought back to what was saved. */
export const sandbox = [
  handler(
    'POST /v1/test_helpers/reset',
    {},
    'Reset this sandbox',
    async ({ read, account, livemode }) => {
      await read.sandbox.reset(accountParts);
      return { object: 'test_helpers.reset', account, livemode };
    },
    {
      about:
        'Removes every object, event, delivery, log and ledger entry of the sandbox and its connected accounts, and returns its clock to the current time. ' +
        'The account begins again with its id and name; API keys, audit records and snapshots remain.',
      forgets_replies: true,
    },
  ),
  handler(
    'POST /v1/test_helpers/snapshots',
    { name: about('The name of the snapshot. One that exists under this name is replaced.', textOf(300)) },
    'Save this sandbox',
    ({ params: { name = null }, read }) => read.sandbox.save(prefix, name, shown(name)),
    {
      about:
        'Saves the sandbox and its connected accounts as they are: objects, events, ledger, deliveries, timers, clocks, idempotency keys, ' +
        'request logs and saved payment methods. Returns the snapshot, which a reset keeps.',
    },
  ),
  handler(
    'POST /v1/test_helpers/snapshots/:id/load',
    {},
    'Return this sandbox to a snapshot',
    async ({ path: { id = '' }, read, refuse }) => {
      await read.sandbox.load(id);
      return (await read.find(snapshot, id)) ?? refuse({ code: 'resource_missing', param: 'id', message: `No such snapshot: '${id}'` });
    },
    {
      about:
        'Replaces everything in the sandbox and its connected accounts by what the snapshot has. Its clock has the same distance to the current time as when it was saved, ' +
        'so timers and deliveries that have become due since then happen now. Requests that run at the same time are carried out before or after it.',
      forgets_replies: true,
    },
  ),
  handler(
    'DELETE /v1/test_helpers/snapshots/:id',
    {},
    'Delete a snapshot',
    async ({ path: { id = '' }, read }) => {
      await read.sandbox.forget(id);
      return { id, object, deleted: true };
    },
    { about: 'Deletes a snapshot. The sandbox does not change.' },
  ),
  retrieve(snapshot, 'GET /v1/test_helpers/snapshots/:id', { about: 'Retrieves a snapshot of this sandbox.' }),
  list(
    snapshot,
    'GET /v1/test_helpers/snapshots',
    { name: about('Only the snapshot of this name.', textOf(300)) },
    { about: 'Lists the snapshots of this sandbox, newest first.' },
  ),
] as const;
