import { made } from './populate.js';
import type { Client, TestService } from './service.js';

/** A report and a schedule of the account and of a connected account, the reports written; answers with the ids of the account's. */
export async function populateReports(
  service: TestService,
  client: Client,
  connected_account: string,
): Promise<Readonly<Record<string, string>>> {
  const interval = { interval_start: 1, interval_end: Math.floor(service.now() / 1000) - 1 };
  const written = async (report_type: string, parameters: object): Promise<string> => {
    const { id } = await made(client, '/v1/reporting/report_runs', { report_type, parameters: { ...interval, ...parameters } });
    await service.until(async () => (await client.get(`/v1/reporting/report_runs/${id}`)).body.status === 'succeeded');
    return id;
  };
  await written('connected_account_balance.summary.1', { connected_account });
  const scheduled = (report_type: string, parameters: object): Promise<{ id: string }> =>
    made(client, '/v1/reporting/report_schedules', { report_type, parameters, interval: 'month', email: 'books@example.com' });
  await scheduled('connected_account_balance.summary.1', { connected_account });
  const { id } = await scheduled('balance.summary.1', {});
  return { 'reporting.report_schedule': id, 'reporting.report_run': await written('balance.summary.1', {}) };
}
