import { made } from './populate.js';
import type { Client, TestService } from './service.js';

/** A report of the account and one of a connected account, both written; answers with the id of the first. */
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
  return { 'reporting.report_run': await written('balance.summary.1', {}) };
}
