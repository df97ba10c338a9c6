import type { Command } from 'commander';
import { type Asking, asking, type Service, serviceAt } from './service.js';

type Snapshot = {
  readonly id: string;
  readonly name: string | null;
  readonly created: number;
  readonly frozen_time: number;
  readonly objects: number;
  readonly events: number;
};

/** `florin snapshot`: saves a sandbox of a running service, and brings it back. */
export function snapshotCommands(snapshot: Command): void {
  asking(snapshot.command('save [name]').description('save the sandbox; a snapshot of the same name is replaced')).action(
    async (name: string | undefined, options: Asking) => {
      const params = new URLSearchParams(name === undefined ? {} : { name });
      say(shown(await serviceAt(options)<Snapshot>('POST', path, params)));
    },
  );
  asking(snapshot.command('load <name>').description('return the sandbox to a snapshot, by its name or its id')).action(
    async (name: string, options: Asking) => {
      const service = serviceAt(options);
      say(shown(await service<Snapshot>('POST', `${await pathOf(service, name)}/load`)));
    },
  );
  asking(snapshot.command('list').description('list the snapshots, newest first')).action(async (options: Asking) => {
    const { data } = await serviceAt(options)<{ readonly data: readonly Snapshot[] }>('GET', `${path}?limit=100`);
    for (const each of data) say(shown(each));
    if (data.length === 0) process.stderr.write('This sandbox has no snapshots. florin snapshot save <name> saves one.\n');
  });
  asking(snapshot.command('delete <name>').description('delete a snapshot, by its name or its id')).action(
    async (name: string, options: Asking) => {
      const service = serviceAt(options);
      const { id } = await service<Snapshot>('DELETE', await pathOf(service, name));
      say(`${id} is deleted.`);
    },
  );
}

const path = '/v1/test_helpers/snapshots';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const shown = ({ id, name, created, objects, events }: Snapshot): string =>
  `${id}  ${new Date(created * 1000).toISOString().replace('.000Z', 'Z')}  ${objects} objects, ${events} events  ${name ?? ''}`.trimEnd();

/** The path of a snapshot that is named, or given by its id. */
async function pathOf(service: Service, name: string): Promise<string> {
  const { data } = await service<{ readonly data: readonly Snapshot[] }>('GET', `${path}?${new URLSearchParams({ name })}`);
  return `${path}/${encodeURIComponent(data[0]?.id ?? name)}`;
}
