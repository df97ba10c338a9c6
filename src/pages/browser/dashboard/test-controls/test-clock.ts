import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';

type TestClock = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly deletes_after: number;
  readonly frozen_time: number;
  readonly name: string | null;
};

const day_seconds = 86_400;

const create: Action<null> = {
  label: 'Create test clock',
  is_primary: true,
  fields: () => [
    { name: 'name', label: 'Name', kind: 'text', hint: 'What is tested, for example: a year of renewals' },
    {
      name: 'frozen_time',
      label: 'Begins at',
      kind: 'time',
      is_required: true,
      initial: Math.floor(new Date(document.lastModified).getTime() / 1000),
    },
  ],
  request: (_, parameters) => post('test_helpers/test_clocks', parameters),
  next: (answer) => `/test-clocks/${(answer as TestClock).id}`,
};

/** Test clocks: customers and subscriptions that live in their own time. */
export const testClocks: Description<TestClock> = {
  name: 'test-clocks',
  path: 'test_helpers/test_clocks',
  label: 'Test clocks',
  one: 'test clock',
  title: ({ name, id }) => name ?? id,
  status: ({ status }) => status,
  columns: [
    member.text('Name', ({ name, id }) => name ?? id),
    member.status((it) => it.status),
    member.time('Time', (it) => it.frozen_time),
    member.time('Deleted after', (it) => it.deletes_after),
    member.created,
    member.id,
  ],
  empty: {
    text: 'A test clock advances renewals, trials and reminders of its customers. This command creates one:',
    command: 'test_helpers/test_clocks -d frozen_time=$(date +%s) -d name=Renewals',
  },
  create,
  facts: [member.time('Time', (it) => it.frozen_time), member.time('Deleted after', (it) => it.deletes_after), member.created],
  related: [
    { of: 'customers', parameters: ({ id }) => ({ test_clock: id }) },
    { of: 'subscriptions', parameters: ({ id }) => ({ test_clock: id, status: 'all' }) },
  ],
  actions: [
    {
      label: 'Advance',
      is_primary: true,
      when: ({ status }) => status === 'ready',
      fields: ({ frozen_time }) => [
        {
          ...{ name: 'frozen_time', label: 'Advance to', kind: 'time', is_required: true },
          initial: frozen_time + 31 * day_seconds,
          hint: 'Renewals, retries and reminders that are due until then run in order.',
        },
      ],
      request: ({ id }, parameters) => post(`test_helpers/test_clocks/${id}/advance`, parameters),
    },
    {
      label: 'Create customer',
      fields: () => [
        { name: 'email', label: 'E-mail', kind: 'text' },
        { name: 'name', label: 'Name', kind: 'text' },
      ],
      request: ({ id }, parameters) => post('customers', { ...parameters, test_clock: id }),
      next: (answer) => `/customers/${(answer as TestClock).id}`,
    },
    {
      label: 'Delete',
      is_destructive: true,
      question: () => say('Its customers are deleted, and their subscriptions canceled.'),
      request: ({ id }) => ({ method: 'DELETE', path: `test_helpers/test_clocks/${id}` }),
      next: () => '/test-clocks',
    },
  ],
};
