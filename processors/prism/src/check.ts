import type { Connector } from './configuration.js';
import { exchange } from './exchange.js';
import { isUnbuildable } from './library.js';
import { money } from './steps/values.js';
import type { World } from './world.js';

/** What is known about the credentials of a connector. */
export type Checked = { readonly name: string; readonly is_well: boolean; readonly said: string };

/** Asks a connector for a payment that does not exist: no money moves, and only wrong credentials are refused as such. */
export async function checked({ library, agent }: Pick<World, 'library' | 'agent'>, { name, target, facts }: Connector): Promise<Checked> {
  const said = (is_well: boolean, text: string): Checked => ({ name, is_well, said: text });
  if (!facts.flows.includes('get'))
    return said(true, 'the settings are complete; the connector has no request that verifies them without moving money');
  try {
    const message = { merchantTransactionId: 'florin_check', connectorTransactionId: 'florin_check', amount: money(100, 'usd') };
    const prepared = library.prepare(target, 'get', message);
    const exchanged = await exchange(agent, prepared.http);
    if (exchanged.result !== 'response')
      return said(false, `cannot be reached: ${exchanged.why}. Check the network and the address of the connector`);
    const { status } = exchanged.response;
    if (status === 401 || status === 403)
      return said(
        false,
        `refuses the credentials with status ${status}. Copy them again from the connector's dashboard, for the right environment`,
      );
    if (status >= 500) return said(false, `answers with status ${status}. Try again later`);
    return said(true, `accepts the credentials (status ${status} for a payment that does not exist)`);
  } catch (error) {
    if (isUnbuildable(error)) return said(false, `has incomplete settings: ${error.message}. SUPPORT.md lists its settings`);
    throw error;
  }
}
