import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';

type Snapshot = {
  readonly id: string;
  readonly created: number;
  readonly events: number;
  readonly frozen_time: number;
  readonly name: string | null;
  readonly objects: number;
};

const nameOf = ({ name, id }: Snapshot): string => name ?? id;

const create: Action<null> = {
  label: 'Save snapshot',
  is_primary: true,
  fields: () => [{ name: 'name', label: 'Name', kind: 'text', is_required: true, hint: 'For example: a shop with open invoices' }],
  request: (_, parameters) => post('test_helpers/snapshots', parameters),
};

/** Saved states of the sandbox. */
export const snapshots: Description<Snapshot> = {
  name: 'snapshots',
  path: 'test_helpers/snapshots',
  label: 'Snapshots',
  one: 'snapshot',
  title: nameOf,
  columns: [
    member.text('Name', nameOf),
    member.text('Objects', (it) => it.objects),
    member.text('Events', (it) => it.events),
    member.time("Sandbox's time", (it) => it.frozen_time),
    member.created,
    member.id,
  ],
  filters: [equal('name', 'Name'), dates()],
  empty: { text: 'A snapshot restores the whole sandbox. This command saves one:', command: 'test_helpers/snapshots -d name=start' },
  create,
  facts: [
    member.created,
    member.time("Sandbox's time", (it) => it.frozen_time),
    member.text('Objects', (it) => it.objects),
    member.text('Events', (it) => it.events),
  ],
  actions: [
    {
      label: 'Restore',
      is_primary: true,
      question: (it) => say('Everything in this sandbox is replaced by the snapshot {name}.', { name: nameOf(it) }),
      request: ({ id }) => post(`test_helpers/snapshots/${id}/load`),
      next: () => '/payments',
    },
    {
      label: 'Delete',
      is_destructive: true,
      question: (it) => say('The snapshot {name} can no longer be restored.', { name: nameOf(it) }),
      request: ({ id }) => ({ method: 'DELETE', path: `test_helpers/snapshots/${id}` }),
      next: () => '/snapshots',
    },
  ],
  is_silent: true,
};
