import { of_checkout, of_endpoints, of_invoices, of_subscriptions } from './billing.js';
import { of_catalogue } from './catalogue.js';
import { of_connect } from './connect.js';
import { of_issuing } from './issuing.js';
import { of_clocks, of_money, of_payments } from './payments.js';
import type { Trigger } from './requests.js';

/** How each type of event is triggered, by its name. */
export const triggers: Readonly<Record<string, Trigger>> = Object.fromEntries(
  Object.entries({
    ...of_payments,
    ...of_money,
    ...of_catalogue,
    ...of_subscriptions,
    ...of_invoices,
    ...of_checkout,
    ...of_connect,
    ...of_issuing,
    ...of_clocks,
    ...of_endpoints,
  })
    .map(([type, given]): [string, Trigger] => [type, 'fixtures' in given ? given : { fixtures: given }])
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);

/** Types that no request brings about. */
export const without_trigger: Readonly<Record<string, string>> = {
  'account.application.authorized': 'an account authorizes a platform on the page of /oauth/authorize',
  'account.application.deauthorized': 'an account that is deauthorized was authorized on the page of /oauth/authorize',
  'reporting.report_run.failed': 'a report fails only by a defect of the service',
  'test_helpers.test_clock.internal_failure': 'due work of a clock fails only by a defect of the service',
};
