import { existsSync, readFileSync, statfsSync } from 'node:fs';

const memory = '/dev/shm';
const room_bytes_min = 2 ** 32;

/**
 * The folder for the data of tests: in memory where there is enough of it and programs may run there, because the data need not survive its test and
 * a disk is slow to sync. Otherwise in /tmp and not in os.tmpdir(), whose path is long on macOS.
 */
export const room = isRoomy() ? memory : '/tmp';

function isRoomy(): boolean {
  if (!existsSync(memory) || !existsSync('/proc/mounts')) return false;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === memory);
  const { bavail, bsize } = statfsSync(memory);
  return mount !== undefined && !mount.includes('noexec') && bavail * bsize >= room_bytes_min;
}
