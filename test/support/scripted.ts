import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { secret, tell } from './acquirer.js';
import { startService, type TestService } from './service.js';

/** An ask as a processor gets it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into asks of every shape.
export type Heard = Record<string, any>;

/** A service with processors whose answers a test writes, by name and verb. */
export type Scripted = {
  readonly service: TestService;
  readonly heard: readonly (Heard & { readonly by: string })[];
  /** A member `status` is that of the HTTP answer; 503 says that nothing was processed. */
  answer: (ask: Heard, by: string) => object | Promise<object>;
  /** Sends a processor's notification; answers with the status. */
  readonly tell: (by: string, notification: object) => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** Starts two processors, `first` and `second`, and a service routed to them in this order. */
export async function startScripted(environment: Record<string, string> = {}, verbs?: readonly string[]): Promise<Scripted> {
  const heard: (Heard & { by: string })[] = [];
  const script: { answer: Scripted['answer'] } = { answer: () => ({ result: 'approved' }) };
  const server = createServer(async (request, response) => {
    const ask = JSON.parse(await text(request)) as Heard;
    const by = request.url?.split('/')[1] ?? '';
    heard.push({ ...ask, by });
    const { status = 200, ...given } = (await script.answer(ask, by)) as { readonly status?: number };
    const unprocessed = status === 503 && { 'florin-not-processed': 'true' };
    response.writeHead(status, { 'content-type': 'application/json', ...unprocessed }).end(JSON.stringify(given));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  const names = ['first', 'second'];
  const processors = names.map((name) => ({ name, url: `http://127.0.0.1:${port}/${name}`, secret, ...(verbs && { verbs }) }));
  const routes = names.map((processor) => ({ processor, modes: ['test'] }));
  const service = await startService({ FLORIN_PROCESSORS: JSON.stringify({ processors, routes }), ...environment });
  return Object.assign(script, {
    service,
    heard,
    tell: async (by: string, notification: object) => (await tell(service.url, by, { notifications: [notification] })).status,
    stop: async () => {
      await service.stop();
      server.closeAllConnections();
      server.close();
    },
  });
}
