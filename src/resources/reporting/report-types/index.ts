import { handler } from '../../../kernel/base/handler.js';
import { type Page, pageOf } from '../../../kernel/base/pages.js';
import { account } from '../../accounts/accounts/account.js';
import { unknownType } from '../report-runs/checks.js';
import { type ReportType, report_types, reportTypeOf } from './types.js';

/** When the types were last changed, in Unix seconds: with the version of Florin that has them. */
const updated = 1_795_651_200;

type Available = { readonly start: number; readonly end: number; readonly livemode: boolean };

const shown = ({ id, name, version, default_columns }: ReportType, { start, end, livemode }: Available) => ({
  id,
  object: 'reporting.report_type',
  data_available_end: end,
  data_available_start: start,
  default_columns,
  livemode,
  name,
  updated,
  version,
});

/** The report types group: a constant table, with the times of the account. */
export const reportTypes = [
  handler(
    'GET /v1/reporting/report_types',
    {},
    'List all report types',
    async ({ read, account: id, livemode, now }): Promise<Page<ReturnType<typeof shown>>> => {
      const owner = await read.find(account, id);
      const available = { start: owner?.created ?? 0, end: now, livemode };
      const all = report_types.map((each) => shown(each, available));
      return { ...pageOf([], '/v1/reporting/report_types', {}), data: all };
    },
    { about: 'Lists all report types. The list is complete: it has one page.' },
  ),
  handler(
    'GET /v1/reporting/report_types/:report_type',
    {},
    'Retrieve a report type',
    async ({ read, account: id, livemode, now, path: { report_type = '' }, refuse }) => {
      const type = reportTypeOf(report_type);
      if (!type) return refuse(unknownType(report_type, 'id'));
      const owner = await read.find(account, id);
      return shown(type, { start: owner?.created ?? 0, end: now, livemode });
    },
    { about: 'Retrieves a report type by its id, such as `balance.summary.1`.' },
  ),
] as const;
