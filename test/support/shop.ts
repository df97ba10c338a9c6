import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { startService, type TestService } from './service.js';

/** A shop's web site: one page that says thank you, at any path, and one that shows another page in a frame. */
export type Shop = { readonly url: string; stop(): Promise<void> };

const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1>${body}`;

/** Starts a shop. */
export async function openShop(): Promise<Shop> {
  const server = createServer((request, response) => {
    const framed = new URL(request.url ?? '/', 'http://shop').searchParams.get('framed');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(page(framed ? `<iframe src="${framed}"></iframe>` : '<p>Thank you.</p>'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Gives a file of tests a shop, and a service that redirects its payers there. */
export function useShop(): { readonly shop: Shop; readonly service: TestService } {
  let shop: Shop;
  let service: TestService;
  beforeAll(async () => {
    shop = await openShop();
    service = await startService();
  });
  afterAll(async () => {
    await service.stop();
    await shop.stop();
  });
  return {
    get shop() {
      return shop;
    },
    get service() {
      return service;
    },
  };
}
