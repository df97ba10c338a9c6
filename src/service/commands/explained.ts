import type { Config } from '../config.js';

/** What node, PostgreSQL and its driver tell of a failure. */
type Failure = Error & { readonly code?: string; readonly hostname?: string; readonly errors?: readonly Failure[] };

type Sentences = Readonly<Record<string, (said: string, failure: Failure) => string>>;

/** Why a command cannot go on and what mends it, in one line; a fault of ours as it is. */
export function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An address that was tried in several ways fails with all their errors, and without a word of its own.
  const { errors: [failure = error as Failure] = [] } = error as Failure;
  const { code = '', message } = failure;
  const sentence = of_databases[code] ?? of_databases[code.slice(0, 2)] ?? byMessage(message);
  return sentence?.(withoutStop(message), failure) ?? message;
}

/** Whether to wait for the database is in vain, because it is there and says no. */
export const isHopeless = (error: unknown): boolean => /^(28|3D)/.test((error as Failure).code ?? '');

const withoutStop = (text: string): string => text.trim().replace(/\.$/, '');

const unreachable = (said: string): string => `PostgreSQL cannot be reached: ${said}. Start it, or correct host and port in DATABASE_URL.`;

const unknown_host = (_: string, { hostname = '' }: Failure): string =>
  `PostgreSQL cannot be reached: nobody knows the host ${hostname}. Correct it in DATABASE_URL.`;

/** By PostgreSQL's code, its class, or that of the operating system. */
const of_databases: Sentences = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOENT: unreachable,
  ETIMEDOUT: unreachable,
  ENOTFOUND: unknown_host,
  EAI_AGAIN: unknown_host,
  ERR_INVALID_URL: () =>
    'DATABASE_URL cannot be read. It has the form postgres://user:password@host:5432/database; in a password write %40 for @, %2F for / and %23 for #.',
  '28': (said) => `PostgreSQL refuses the login of DATABASE_URL: ${said}. Correct user and password, or let the role in by pg_hba.conf.`,
  '3D': (said) => `There is no such database: ${said}. Make it with createdb, or correct its name in DATABASE_URL.`,
  '42501': (said) => `The role of DATABASE_URL may not do this: ${said}. Let it own its database: alter database ... owner to ...`,
  '53100': (said) => `The disk of PostgreSQL is full: ${said}. Make room there and start again.`,
  '53300': (said) => `PostgreSQL has no connection left: ${said}. Raise max_connections, or lower FLORIN_DATABASE_CONNECTIONS.`,
  '57P03': (said) => `PostgreSQL is starting, recovering or stopping: ${said}. Start again when it takes connections.`,
};

/** Where the driver gives no code. */
function byMessage(message: string): Sentences[string] | undefined {
  if (/password must be a (non-empty )?string/.test(message))
    return () => 'PostgreSQL wants a password, and DATABASE_URL has none: postgres://user:password@host:5432/database.';
  if (/does not support SSL|self-signed|certificate/i.test(message))
    return (said) => `PostgreSQL and DATABASE_URL do not agree on TLS: ${said}. Correct its sslmode, sslrootcert and the like.`;
  return /trying to connect|connection terminated|read timeout/i.test(message) ? unreachable : undefined;
}

/** Why nobody can be listened to where the settings say. */
export function cannotListen({ host, port }: Config, error: unknown): Error {
  const { code = '', message } = error as Failure;
  const sentence = {
    EADDRINUSE: `Port ${port} of ${host} is in use, perhaps by another Florin. Stop that, or choose another port: PORT=${port + 1}, or PORT=0 for a free one.`,
    EACCES: `This user may not listen on port ${port}. Choose one above 1023: PORT=12111.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. Set HOST=127.0.0.1 for this machine alone, or HOST=0.0.0.0 for everybody.`,
    ENOTFOUND: `Nobody knows the host ${host}. Set HOST=127.0.0.1 for this machine alone, or HOST=0.0.0.0 for everybody.`,
  }[code];
  return new Error(sentence ?? `Port ${port} of ${host} cannot be listened on (HOST, PORT): ${message}`, { cause: error });
}

/** Why the data folder cannot be used; what is no trouble with files is handed on. */
export function cannotKeep({ data }: Config, error: unknown): unknown {
  const { code = '', message, path } = error as NodeJS.ErrnoException;
  if (path === undefined) return error;
  const sentence = {
    EACCES: 'Let this user write there, or name another folder',
    EPERM: 'Let this user write there, or name another folder',
    EROFS: 'Name a folder of a disk that can be written',
    ENOSPC: 'Make room there, or name a folder of another disk',
    EDQUOT: 'Make room there, or name a folder of another disk',
  }[code];
  return new Error(`The data folder ${data} cannot be used: ${message}. ${sentence ?? 'Name another folder'}: FLORIN_DATA=/path.`, {
    cause: error,
  });
}
