import { about, nullable } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { flag, integer, oneOf, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf } from '../../../kernel/base/members.js';
import { type Page, pageOf } from '../../../kernel/base/pages.js';
import { account } from '../../accounts/accounts/account.js';
import { unknownType } from '../report-runs/checks.js';
import { type ReportType, report_types, reportTypeOf } from './types.js';

/** When the types were last changed, in Unix seconds: with the version of Florin that has them. */
const updated = 1_795_651_200;

/** The members of a report type. */
const members = {
  id: about('The id of the report type, such as `balance.summary.1`.', text),
  object: about('Always `reporting.report_type`.', oneOf('reporting.report_type')),
  data_available_end: about('The latest end of a report, in Unix seconds: now.', timestamp),
  data_available_start: about('The earliest start of a report, in Unix seconds: the creation of the account.', timestamp),
  default_columns: about('The columns of the report when none are requested.', nullable(listOf(text))),
  livemode: about('Whether the report type belongs to live mode; false in test mode.', flag),
  name: about('The name of the report type.', text),
  updated: about('When the report type last changed, in Unix seconds.', timestamp),
  version: about('The version of the report type.', integer()),
} as const;

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
    { about: 'Lists all report types. The list is complete: it has one page.', shows: { members, in_pages: true } },
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
    { about: 'Retrieves a report type by its id, such as `balance.summary.1`.', shows: { members } },
  ),
] as const;
