import type { FastifyInstance, FastifyReply } from 'fastify';
import { errors } from '../../kernel/base/errors.js';
import { type Markup, securityHeaders } from '../kit/ui.js';
import { startPage } from '../sandbox/start-page.js';
import { firstPage } from './first-page.js';
import { eventPath, type Framed, framed, groupPath, referencePage } from './frame.js';
import { groupPage } from './group-page.js';
import { type GuideName, guidePage, guidePath, guides } from './guides.js';
import { type Description, type EventType, eventTypesOf, type Group, groupsOf, prefixesOf, shapesOf } from './operations.js';

/** What the reference is made of. */
export type Reference = {
  /** The OpenAPI description of this server. */
  readonly description: () => object;
  /** Recorded responses by the id of their operation. */
  readonly responses: () => Promise<Readonly<Record<string, unknown>>>;
  readonly nonce: () => string;
  readonly version: string;
  /** Where this service is reached. The Host header is not used: the client chooses it. */
  readonly public_url: () => string;
  readonly open_sandbox: boolean;
};

type Made = { readonly title: string; readonly body: Markup };

/**
 * Registers `/docs`, the reference that error answers point at, and `/`, which leads there: a page for browsers, JSON for others. Neither
 * needs a key, because they show nothing of any account.
 */
export function registerReference(server: FastifyInstance, reference: Reference): void {
  const { nonce: fresh, version, public_url, open_sandbox } = reference;
  server.get('/', async (request, reply) => {
    const origin = public_url();
    reply.header('vary', 'accept');
    if (!/\btext\/html\b/.test(request.headers.accept ?? ''))
      return { name: 'florin', version, docs: `${origin}/docs`, api: `${origin}/v1` };
    const nonce = fresh();
    return reply
      .headers(securityHeaders({ nonce, formActions: [], scripts: open_sandbox }))
      .type('text/html; charset=utf-8')
      .send(startPage({ nonce, origin, version, open_sandbox }));
  });
  registerPages(server, reference);
}

function registerPages(server: FastifyInstance, reference: Reference): void {
  const made = maker(reference);
  const send = (reply: FastifyReply, page: Made): FastifyReply => {
    const nonce = reference.nonce();
    return reply
      .headers(securityHeaders({ nonce, formActions: [], scripts: true, asks: true }))
      .type('text/html; charset=utf-8')
      .send(referencePage({ ...page, nonce }));
  };
  server.get('/docs/', (_, reply) => reply.redirect('/docs', 308));
  server.get('/docs', (_, reply) => send(reply, made.first()));
  server.get('/docs/search.json', (_, reply) => reply.type('application/json').send(made.index()));
  server.get('/docs/guides', (_, reply) => reply.redirect(guidePath('quick-start'), 302));
  for (const { name, title } of guides) server.get(guidePath(name), (_, reply) => send(reply, made.guide(name, title)));
  server.get<{ Params: { group: string } }>('/docs/api/:group', async (request, reply) => {
    const page = await made.group(request.params.group);
    return page ? send(reply, page) : reply.redirect('/docs', 302);
  });
}

/** Makes each page once for each public address. */
function maker({ description, responses, version, public_url, open_sandbox: tries }: Reference) {
  let read: { readonly whole: Description; readonly groups: readonly Group[] } | null = null;
  const known = new Map<string, Made>();
  const all = (): NonNullable<typeof read> => {
    if (read) return read;
    const whole = description() as Description;
    read = { whole, groups: groupsOf(whole) };
    return read;
  };
  const kept = (current: Framed['current'], title: string, make: () => Markup): Made => {
    const place = `${public_url()} ${JSON.stringify(current)}`;
    const page = known.get(place) ?? {
      title,
      body: framed({ title, content: make(), groups: all().groups, current, version }),
    };
    known.set(place, page);
    return page;
  };
  return {
    guide: (name: GuideName, title: string) => kept({ guide: name }, `${title} · Florin`, () => guidePage(name, public_url())),
    first: () => kept(null, 'API reference', () => firstPage(all().groups, public_url())),
    index: () => JSON.stringify(indexOf(all().groups, eventTypesOf(all().whole))),
    group: async (name: string) => {
      const { whole, groups } = all();
      const group = groups.find((each) => each.name === name);
      if (!group) return null;
      const pages = new Map(groups.flatMap((each) => each.objects.map((object) => [object, each.name] as const)));
      const view = {
        group,
        shapes: shapesOf(whole, group.objects),
        events: eventTypesOf(whole),
        prefixes: prefixesOf(whole),
        pages,
        tries,
      };
      const recorded = await responses();
      return kept({ group: name }, `${group.title} · API reference`, () =>
        groupPage({ ...view, responses: recorded, origin: public_url() }),
      );
    },
  };
}

/** What the search of the reference finds: guides, operations, objects, events and error codes, each with its address. */
const indexOf = (groups: readonly Group[], events: readonly EventType[]): (readonly [text: string, detail: string, url: string])[] => [
  ...guides.map(({ name, title }) => [title, 'guide', guidePath(name)] as const),
  ...groups.flatMap(({ name, headings, objects }) => [
    ...headings.map(({ id, method, path, summary }) => [summary, `${method} ${path}`, `${groupPath(name)}#${id}`] as const),
    ...objects.map((object) => [`The ${object} object`, object, `${groupPath(name)}#object-${object}`] as const),
  ]),
  ...events.map(({ type }) => [type, 'event', eventPath(type)] as const),
  ...Object.entries(errors).map(([code, { status }]) => [code, `error ${status}`, `/docs#error-${code}`] as const),
];
