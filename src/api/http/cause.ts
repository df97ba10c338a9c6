import { type DatabaseFault, isLostRace } from '../../kernel/storage/database.js';
import { isReadOnly } from '../../kernel/storage/session.js';

/** The causes of a 503, in the log and in the metrics. */
export const causes = [
  'conflict',
  'database_full',
  'database_login',
  'database_overloaded',
  'database_read_only',
  'database_stalled',
  'database_timeout',
  'database_unreachable',
  'no_processor',
  'not_ready',
] as const;

/** Why a request was answered with 503. */
export type Cause = (typeof causes)[number];

const by_code: Readonly<Record<string, Cause>> = {
  '28000': 'database_login',
  '28P01': 'database_login',
  '3D000': 'database_login',
  '53000': 'database_overloaded',
  '53100': 'database_full',
  '53200': 'database_overloaded',
  '53300': 'database_overloaded',
  '53400': 'database_overloaded',
  '57014': 'database_timeout',
  ESTALLED: 'database_stalled',
  ETIMEDOUT: 'database_timeout',
};

/** The cause of an error after which the database is unavailable. */
export function causeOf(error: unknown): Cause {
  const { code = '', message } = error as DatabaseFault;
  if (isReadOnly(error)) return 'database_read_only';
  if (isLostRace(error as DatabaseFault)) return 'conflict';
  if (/timeout exceeded when trying to connect/i.test(message)) return 'database_timeout';
  return by_code[code] ?? 'database_unreachable';
}
