import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Described } from './described.js';
import { type Asking, asking, placeOf } from './service.js';

/** `florin mcp`: passes the messages of an agent's client between standard input and output and `/mcp` of a running service. */
export const mcp: Described = {
  json: null,
  examples: ['florin mcp --key sk_test_my_first_key', 'florin mcp --url http://127.0.0.1:12111 --key rk_test_of_an_agent'],
  add: (command) => asking(command).action(passMessages),
};

async function passMessages(options: Asking): Promise<void> {
  const { at, key } = placeOf(options);
  const service = new StreamableHTTPClientTransport(new URL('/mcp', at), { requestInit: { headers: { authorization: `Bearer ${key}` } } });
  const client = new StdioServerTransport();
  client.onmessage = (message) =>
    void service.send(message).catch((error: Error) => {
      process.stderr.write(`${error.message}\n`);
      if (!('id' in message) || !('method' in message)) return;
      void client.send({ jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: error.message } });
    });
  service.onmessage = (message) => void client.send(message);
  process.stdin.once('end', () => void service.close());
  await service.start();
  await client.start();
}
