import { readdirSync, readFileSync } from 'node:fs';

/** `/proc` counts in hundredths of a second, whatever the kernel's own clock. */
const tick_ms = 10;

/** The fields of `/proc/<pid>/stat` behind the name, which may itself hold spaces; null when there is none. */
function statOf(pid: number | string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

const ticks = (stat: readonly string[], ...places: readonly number[]): number =>
  places.reduce((sum, place) => sum + Number(stat[place]), 0) * tick_ms;

const parent_place = 1;
const own_places = [11, 12];
const ended_children_places = [13, 14];

/** CPU time that a process has used so far; NaN where there is no `/proc`. */
export function busy_ms(pid: number): number {
  const stat = statOf(pid);
  return stat ? ticks(stat, ...own_places) : Number.NaN;
}

/** CPU time that the first thread of a process has used so far: where JavaScript runs, without compiling and collecting beside it. */
export function busyMainThread_ms(pid: number): number {
  const stat = statOf(`${pid}/task/${pid}`);
  return stat ? ticks(stat, ...own_places) : Number.NaN;
}

/** CPU time that a process and all its children, ended or not, have used so far. */
export function busyWithChildren_ms(pid: number): number {
  const stat = statOf(pid);
  if (!stat) return Number.NaN;
  const children = readdirSync('/proc').flatMap((name) => {
    const child = /^\d+$/.test(name) ? statOf(name) : null;
    return child && Number(child[parent_place]) === pid ? [child] : [];
  });
  return children.reduce((sum, child) => sum + ticks(child, ...own_places), ticks(stat, ...own_places, ...ended_children_places));
}

/** The process that started a process. */
export const parentOf = (pid: number): number => Number(statOf(pid)?.[parent_place] ?? Number.NaN);

/** Memory of a process that is in RAM, in MB; NaN where there is no `/proc`. */
export function resident_mb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** CPU time of the whole machine, in ticks: all of it, and the part that the hypervisor gave to other machines. */
export type MachineTime = { readonly all: number; readonly stolen: number };

const steal_place = 7;

/** `/proc/stat` of now; NaN where there is no `/proc`. Guest time, after `steal`, is already contained in user time. */
export function machineTime(): MachineTime {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    const counts = line
      .trim()
      .split(/\s+/)
      .slice(1, steal_place + 2)
      .map(Number);
    return { all: counts.reduce((sum, count) => sum + count, 0), stolen: counts[steal_place] ?? 0 };
  } catch {
    return { all: Number.NaN, stolen: Number.NaN };
  }
}

/** The share of CPU time between two moments that the hypervisor gave to other machines, 0 to 1. */
export const stolenShare = (from: MachineTime, to: MachineTime): number => (to.stolen - from.stolen) / (to.all - from.all);
