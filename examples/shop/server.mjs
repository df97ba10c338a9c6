import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { beginHostedOrder, beginOrder, listen, statusOf, take } from './orders.mjs';
import { settings } from './settings.mjs';

const shop = `http://127.0.0.1:${settings.port}`;
const { resolve } = createRequire(import.meta.url);
const library = join(dirname(resolve('@stripe/stripe-js/package.json')), 'dist/index.mjs');
const page = (name) => join(import.meta.dirname, 'pages', name);

const html = 'text/html; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/** A page of the shop, which says where Florin is and under which key it may be asked. */
async function sendPage(response, name) {
  const text = await readFile(page(name), 'utf8');
  const origin = settings.florin.origin;
  response
    .writeHead(200, { 'content-type': html })
    .end(text.replaceAll('{{florin}}', origin).replaceAll('{{key}}', settings.publishable_key));
}

const sendFile = async (response, path) => response.writeHead(200, { 'content-type': javascript }).end(await readFile(path));

const sendJson = (response, value) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const redirect = (response, location) => response.writeHead(303, { location }).end();

const bodyOf = async (request) => Buffer.concat(await request.toArray());

const routes = {
  'GET /': (_, response) => sendPage(response, 'product.html'),
  'GET /checkout': (_, response) => sendPage(response, 'checkout.html'),
  'GET /done': (_, response) => sendPage(response, 'done.html'),
  'GET /checkout.mjs': (_, response) => sendFile(response, page('checkout.mjs')),
  'GET /done.mjs': (_, response) => sendFile(response, page('done.mjs')),
  'GET /stripe.mjs': (_, response) => sendFile(response, library),
  'POST /orders': async (_, response) => sendJson(response, { client_secret: await beginOrder() }),
  'GET /orders': async (_, response, { searchParams }) => {
    const asked = { payment: searchParams.get('payment_intent'), session: searchParams.get('session_id') };
    sendJson(response, { status: await statusOf(asked) });
  },
  'POST /hosted': async (_, response) => redirect(response, await beginHostedOrder(shop)),
  'POST /webhooks': async (request, response) => {
    take(await bodyOf(request), request.headers['stripe-signature']);
    response.writeHead(200).end();
  },
};

const server = createServer(async (request, response) => {
  const url = new URL(request.url, shop);
  const route = routes[`${request.method} ${url.pathname}`];
  try {
    if (route) await route(request, response, url);
    else response.writeHead(404).end();
  } catch (error) {
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message);
  }
});

server.listen(settings.port, '127.0.0.1', async () => {
  await listen(shop);
  console.log(`The shop is open at ${shop}`);
});
