import type { Config } from '../config.js';

/** The error members of Node, PostgreSQL and its driver. */
type Failure = Error & { readonly code?: string; readonly hostname?: string; readonly errors?: readonly Failure[] };

type Sentences = Readonly<Record<string, (said: string, failure: Failure) => string>>;

/** Explains in one line why a command failed and how to fix it; internal errors keep their stack. */
export function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host with several addresses fails with the errors of all of them and an empty message.
  const { errors: [failure = error as Failure] = [] } = error as Failure;
  const { code = '', message } = failure;
  const sentence = of_databases[code] ?? of_databases[code.slice(0, 2)] ?? byMessage(message);
  return sentence?.(withoutStop(message), failure) ?? message;
}

/** Whether waiting for the database is pointless, because it refused the login or does not exist. */
export const isHopeless = (error: unknown): boolean => /^(28|3D)/.test((error as Failure).code ?? '');

const withoutStop = (text: string): string => text.trim().replace(/\.$/, '');

const unreachable = (said: string): string => `PostgreSQL cannot be reached: ${said}. Start it, or correct host and port in DATABASE_URL.`;

const unknown_host = (_: string, { hostname = '' }: Failure): string =>
  `PostgreSQL cannot be reached: the host ${hostname} is unknown. Correct it in DATABASE_URL.`;

/** By PostgreSQL's code, the first two characters of that code, or the operating system's code. */
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
  '28': (said) => `PostgreSQL refuses the login of DATABASE_URL: ${said}. Correct user and password, or allow the role in pg_hba.conf.`,
  '3D': (said) => `The database does not exist: ${said}. Create it with createdb, or correct its name in DATABASE_URL.`,
  '42501': (said) => `The role of DATABASE_URL may not do this: ${said}. Let it own its database: alter database ... owner to ...`,
  '53100': (said) => `The disk of PostgreSQL is full: ${said}. Free some space and start again.`,
  '53300': (said) => `PostgreSQL has no free connection: ${said}. Raise max_connections, or lower FLORIN_DATABASE_CONNECTIONS.`,
  '57P03': (said) => `PostgreSQL is starting, recovering or stopping: ${said}. Start again when it accepts connections.`,
};

/** For errors of the driver that have no code. */
function byMessage(message: string): Sentences[string] | undefined {
  if (/password must be a (non-empty )?string/.test(message))
    return () => 'PostgreSQL requires a password, and DATABASE_URL has none: postgres://user:password@host:5432/database.';
  if (/does not support SSL|self-signed|certificate/i.test(message))
    return (said) => `PostgreSQL and DATABASE_URL do not agree on TLS: ${said}. Correct its sslmode and sslrootcert.`;
  return /trying to connect|connection terminated|read timeout/i.test(message) ? unreachable : undefined;
}

/** Explains why the server cannot listen on the configured host and port. */
export function cannotListen({ host, port }: Config, error: unknown): Error {
  const { code = '', message } = error as Failure;
  const sentence = {
    EADDRINUSE: `Port ${port} of ${host} is in use, perhaps by another Florin. Stop that, or choose another port: PORT=${port + 1}, or PORT=0 for a free one.`,
    EACCES: `This user may not listen on port ${port}. Choose one above 1023: PORT=12111.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Set HOST=127.0.0.1 for this machine only, or HOST=0.0.0.0 for all addresses.`,
    ENOTFOUND: `The host ${host} is unknown. Set HOST=127.0.0.1 for this machine only, or HOST=0.0.0.0 for all addresses.`,
  }[code];
  return new Error(sentence ?? `Cannot listen on port ${port} of ${host} (HOST, PORT): ${message}`, { cause: error });
}

/** Explains why the data folder cannot be used; an error without a path is returned as it is. */
export function cannotKeep({ data }: Config, error: unknown): unknown {
  const { code = '', message, path } = error as NodeJS.ErrnoException;
  if (path === undefined) return error;
  const sentence = {
    EACCES: 'Give this user write access, or set another folder',
    EPERM: 'Give this user write access, or set another folder',
    EROFS: 'Set a folder on a writable disk',
    ENOSPC: 'Free some space, or set a folder on another disk',
    EDQUOT: 'Free some space, or set a folder on another disk',
  }[code];
  return new Error(`The data folder ${data} cannot be used: ${message}. ${sentence ?? 'Set another folder'}: FLORIN_DATA=/path.`, {
    cause: error,
  });
}
