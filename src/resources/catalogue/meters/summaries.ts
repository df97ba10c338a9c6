import { decimalNumber } from '../../../kernel/base/decimal.js';
import { about, required } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { idBound } from '../../../kernel/base/ids.js';
import { flag, oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { day } from '../../../kernel/base/moments.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import type { Refusal, Refuse } from '../../../kernel/base/refusal.js';
import { customer } from '../../customers/customers/customer.js';
import { meter } from './meter.js';

const hour = 3600;
const minute = 60;
const windows = { hour, day } as const;

/** The members of a summary. */
const members = {
  id: about('The id of the summary.', text),
  object: about('Always `billing.meter_event_summary`.', oneOf('billing.meter_event_summary')),
  aggregated_value: about('The usage within the range, by the formula of the meter.', decimalNumber()),
  end_time: about('The end of the range in Unix seconds, not included.', timestamp),
  livemode: about('Whether the summary belongs to live mode; false in test mode.', flag),
  meter: about('The id of the meter.', text),
  start_time: about('The start of the range in Unix seconds.', timestamp),
} as const;

type Range = { readonly start_time: number; readonly end_time: number; readonly value_grouping_window?: 'hour' | 'day' };

/** What a customer has used of a meter within a time: at once, or by the hours or days in which anything was used, the newest first. */
export const eventSummaries = handler(
  'GET /v1/billing/meters/:id/event_summaries',
  {
    customer: about('The customer whose usage is summarized.', required(ref('customer'))),
    end_time: about(
      'The end of the range in Unix seconds, not included: a full minute, or a full hour or day with a grouping window.',
      required(timestamp),
    ),
    start_time: about(
      'The start of the range in Unix seconds: a full minute, or a full hour or day with a grouping window.',
      required(timestamp),
    ),
    value_grouping_window: about(
      'Returns a summary for each hour or UTC day with usage; by default a single one for the whole range.',
      oneOf('hour', 'day'),
    ),
    ...paging,
  },
  'List the usage that a meter has counted',
  async ({ params, path: { id = '' }, read, livemode, refuse }) => {
    const [counted, user] = await Promise.all([read.find(meter, id), read.find(customer, params.customer)]);
    if (!counted) return refuse({ code: 'resource_missing', param: 'id', message: `No such billing.meter: '${id}'` });
    if (!user) return refuse(missing(params.customer));
    requireAligned(params, refuse);
    const { start_time: start, end_time: end, value_grouping_window } = params;
    const { formula } = counted.default_aggregation;
    const window = value_grouping_window ? windows[value_grouping_window] : end - start;
    const used = await read.usage({ of: id, customer: params.customer, formula, start, end, window });
    const shown = used.length || value_grouping_window ? used : [{ start, value: '0' }];
    const summaries = shown.map((each) => ({
      id: `${idBound('mtrusg', each.start * 1000)}${id.slice(-11)}${params.customer.slice(-11)}`,
      object: 'billing.meter_event_summary',
      aggregated_value: Number(each.value),
      end_time: each.start + window,
      livemode,
      meter: id,
      start_time: each.start,
    }));
    return pageOf(summaries, `/v1/billing/meters/${id}/event_summaries`, params);
  },
  {
    shows: { members, in_pages: true },
    about:
      'Lists the usage that a meter has counted for a customer within a range of time: one summary, or one for each hour or day, newest first.',
  },
);

const missing = (id: string): Refusal => ({
  code: 'resource_missing',
  status: 400,
  param: 'customer',
  message: `No such customer: '${id}'`,
});

/** Windows begin and end with their unit of time. */
function requireAligned({ start_time, end_time, value_grouping_window }: Range, refuse: Refuse): void {
  const unit = value_grouping_window ?? 'minute';
  const seconds = value_grouping_window ? windows[value_grouping_window] : minute;
  for (const [param, moment] of Object.entries({ start_time, end_time }))
    if (moment % seconds !== 0)
      refuse({
        code: 'parameter_invalid',
        param,
        message: `${param} must be the beginning of a ${unit} in UTC: a multiple of ${seconds}.`,
      });
  if (end_time <= start_time) refuse({ code: 'parameter_invalid', param: 'end_time', message: 'end_time must be after start_time.' });
}
