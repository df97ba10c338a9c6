import type { Asked } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { payout } from '../../money/payouts/payout.js';
import { type Chosen, hasColumn, type ReportType, reportTypeOf } from '../report-types/types.js';
import type { parameters } from './report-run.js';

/** The parameters of a run as a caller sends them. */
export type Parameters = Given<NonNullable<(typeof parameters)['members']>> & (typeof parameters)['initial'];

/** The names that choose what a report contains, besides its columns and time zone. */
const chosen: readonly Chosen[] = ['connected_account', 'currency', 'interval_end', 'interval_start', 'payout', 'reporting_category'];

/** The type of a report that may be run with these parameters. */
export function requireType(report_type: string, sent: Parameters, asked: Asked): ReportType {
  const type = reportTypeOf(report_type);
  if (!type) return asked.refuse(unknownType(report_type, 'report_type'));
  requireParameters(type, sent, asked);
  requireInterval(sent, asked);
  requireColumns(type, sent, asked);
  return type;
}

/** The refusal of an unknown type. */
export const unknownType = (id: string, param: string): Refusal => ({
  code: 'resource_missing',
  ...(param === 'id' ? {} : { status: 400 }),
  param,
  message: `No such report type: '${id}'. GET /v1/reporting/report_types lists them.`,
});

function requireParameters({ id, requires, accepts }: ReportType, sent: Parameters, asked: Asked): void {
  for (const name of chosen) {
    const param = `parameters[${name}]`;
    const is_sent = sent[name] !== undefined;
    if (!is_sent && requires.includes(name))
      asked.refuse({ code: 'parameter_missing', param, message: `Missing required param: ${param}. Reports of the type ${id} need it.` });
    if (is_sent && !requires.includes(name) && !accepts.includes(name))
      asked.refuse({ code: 'parameter_unknown', param, message: `Reports of the type ${id} do not take ${param}. Leave it out.` });
  }
}

function requireInterval({ interval_start: start, interval_end: end }: Parameters, asked: Asked): void {
  if (end !== undefined && end > asked.now)
    asked.refuse({
      code: 'parameter_invalid',
      param: 'parameters[interval_end]',
      message: `The interval must not end in the future. Send at most ${asked.now}, the present time.`,
    });
  if (start !== undefined && end !== undefined && start >= end)
    asked.refuse({
      code: 'parameter_invalid',
      param: 'parameters[interval_start]',
      message: 'The interval must start before it ends. Send an interval_start that is less than interval_end.',
    });
}

function requireColumns(type: ReportType, { columns = [] }: Parameters, asked: Asked): void {
  const [unknown] = columns.filter((each) => !hasColumn(type, each));
  const [doubled] = columns.filter((each, place) => columns.indexOf(each) !== place);
  const param = 'parameters[columns]';
  if (unknown !== undefined)
    asked.refuse({
      code: 'parameter_invalid',
      param,
      message: `Reports of the type ${type.id} have no column ${unknown}. The documentation of parameters[columns] and the default_columns of the type name those that exist.`,
    });
  if (doubled !== undefined)
    asked.refuse({ code: 'parameter_invalid', param, message: `The column ${doubled} is requested twice. Send each column once.` });
}

/** Refuses a payout whose transactions are not known: only an automatic one pays out all that is available. */
export function requireAutomatic(found: It<typeof payout> | null, id: string, asked: Asked): void {
  const param = 'parameters[payout]';
  if (!found) asked.refuse({ code: 'resource_missing', status: 400, param, message: `No such payout: '${id}'` });
  else if (!found.automatic)
    asked.refuse({
      code: 'parameter_invalid',
      param,
      message: `The payout ${id} was not made by the schedule, so no transactions belong to it. Send an automatic payout.`,
    });
}
