const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Parses a date, or a span from `now`, into seconds. */
export function momentOf(said: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhdw])$/.exec(said) ?? [];
  if (count !== undefined) return now + Number(count) * (units[unit] ?? 0);
  const moment = /^\d{4}-\d{2}-\d{2}(T[\d:]+(Z|[+-]\d{2}:\d{2}))?$/.test(said) ? Date.parse(said) : Number.NaN;
  if (Number.isNaN(moment))
    throw new Error(`${said} is not a date such as 2027-01-01 or 2027-01-01T12:00:00Z, nor a span such as 90m, 12h, 30d or 2w.`);
  return Math.floor(moment / 1000);
}

/** The progress from one moment to another, in seconds. */
export type Progress = { readonly from: number; readonly reached: number; readonly target: number };

const bar_width = 30;

/** One terminal line with the clock's progress. */
export function progressBar({ from, reached, target }: Progress): string {
  const share = target > from ? Math.min(1, Math.max(0, (reached - from) / (target - from))) : 1;
  const done = Math.floor(share * bar_width);
  const bar = '█'.repeat(done) + '░'.repeat(bar_width - done);
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${new Date(reached * 1000).toISOString().slice(0, 16).replace('T', ' ')}`;
}
