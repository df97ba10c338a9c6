type Line = {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly fault?: { readonly stack?: string; readonly message?: string };
} & Readonly<Record<string, unknown>>;

const levels: Readonly<Record<number, string>> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** A log line for a terminal, made from the JSON that machines read. */
export function readable(json: string): string {
  const { level, time, msg, fault, ...rest } = JSON.parse(json) as Line;
  const what = msg === 'request' ? requestOf(rest) : [msg, ...Object.entries(rest).flatMap(member)].join('  ');
  const head = `${new Date(time).toTimeString().slice(0, 8)}  ${(levels[level] ?? `${level}`).padEnd(5)}  `;
  return `${[head + harmless(what), ...(fault ? [harmless(fault.stack ?? fault.message ?? '')] : [])].join('\n')}\n`;
}

function requestOf({ status, method, route, duration_ms, request_id }: Readonly<Record<string, unknown>>): string {
  const path = String(route).replace(/^[A-Z]+ /, '');
  return `${status}  ${String(method).padEnd(6)}  ${path}  ${Number(duration_ms).toFixed(1)} ms  ${request_id}`;
}

const member = ([name, value]: [string, unknown]): string[] =>
  value === undefined || value === null ? [] : [`${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`];

/** Removes control characters; only the line breaks of a stack stay. */
const harmless = (text: string): string => text.replace(/[^\P{C}\n]/gu, '');
