import { type Described, one_line } from './described.js';
import { type OfResult, sayResult } from './result.js';
import { type Asking, asking, type Service, serviceAt } from './service.js';

type Snapshot = {
  readonly id: string;
  readonly name: string | null;
  readonly created: number;
  readonly frozen_time: number;
  readonly objects: number;
  readonly events: number;
};

type Options = Asking & OfResult;

/** `florin snapshot`: saves a sandbox of a running service, and returns it to what was saved. */
export const snapshots: Described = {
  examples: ['florin snapshot save prepared', 'florin snapshot load prepared'],
  commands: {
    'save [name]': {
      about: 'save the sandbox; a snapshot of the same name is replaced',
      json: one_line,
      examples: ['florin snapshot save prepared', 'florin snapshot save'],
      add: (command) => asking(command).action(save),
    },
    'load <name>': {
      about: 'return the sandbox to a snapshot, by its name or its id',
      json: one_line,
      examples: ['florin snapshot load prepared', 'florin snapshot load snap_123'],
      add: (command) => asking(command).action(load),
    },
    list: {
      about: 'list the snapshots, newest first',
      json: 'print each snapshot as a line of JSON',
      examples: ['florin snapshot list', 'florin snapshot list --json'],
      add: (command) => asking(command).action(list),
    },
    'delete <name>': {
      about: 'delete a snapshot, by its name or its id',
      json: one_line,
      examples: ['florin snapshot delete prepared', 'florin snapshot delete snap_123'],
      add: (command) => asking(command).action(remove),
    },
  },
};

const path = '/v1/test_helpers/snapshots';

async function save(name: string | undefined, options: Options): Promise<void> {
  const snapshot = await serviceAt(options)<Snapshot>('POST', path, new URLSearchParams(name === undefined ? {} : { name }));
  sayResult(options, snapshot, shown(snapshot));
}

async function load(name: string, options: Options): Promise<void> {
  const service = serviceAt(options);
  const snapshot = await service<Snapshot>('POST', `${await pathOf(service, name)}/load`);
  sayResult(options, snapshot, shown(snapshot));
}

async function list(options: Options): Promise<void> {
  const { data } = await serviceAt(options)<{ readonly data: readonly Snapshot[] }>('GET', `${path}?limit=100`);
  for (const each of data) sayResult(options, each, shown(each));
  if (data.length === 0) process.stderr.write('This sandbox has no snapshots. florin snapshot save <name> saves one.\n');
}

async function remove(name: string, options: Options): Promise<void> {
  const service = serviceAt(options);
  const deleted = await service<Snapshot>('DELETE', await pathOf(service, name));
  sayResult(options, deleted, `${deleted.id} is deleted.`);
}

const shown = ({ id, name, created, objects, events }: Snapshot): string =>
  `${id}  ${new Date(created * 1000).toISOString().replace('.000Z', 'Z')}  ${objects} objects, ${events} events  ${name ?? ''}`.trimEnd();

/** The path of a snapshot that is named, or given by its id. */
async function pathOf(service: Service, name: string): Promise<string> {
  const { data } = await service<{ readonly data: readonly Snapshot[] }>('GET', `${path}?${new URLSearchParams({ name })}`);
  return `${path}/${encodeURIComponent(data[0]?.id ?? name)}`;
}
