import { errors } from '../../kernel/base/errors.js';
import { type AnyField, about, type Fields, type Schema } from '../../kernel/base/fields.js';
import { storedOf } from '../../kernel/base/form.js';
import type { Shows } from '../../kernel/base/handler.js';
import { integer, text } from '../../kernel/base/kinds.js';
import { listOf, schemaOf } from '../../kernel/base/members.js';
import { hasPlace } from '../../kernel/base/place.js';
import { type AnyResource, eventsOf } from '../../kernel/base/resource.js';
import type { Action, Catalogue, Route } from '../../kernel/base/rules.js';
import { uploadIn } from '../../kernel/base/upload.js';
import type { Access } from '../http/authorize.js';
import { fieldsOf, isRouted, type Routed } from '../http/entries.js';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description, generated from the catalogue, so it cannot differ from the service. */
export function openApi(catalogue: Catalogue, access: Readonly<Record<string, Access>>, version: string): Json {
  // Entries without routes are not described.
  const shown = catalogue.filter((entry) => isRouted(entry));
  const in_answers = shown.flatMap((entry) => ('resource' in entry ? [entry.resource, answeredBy(entry)] : []));
  const resources = new Map([...toldBy(catalogue), ...in_answers].map((each) => [each.object, each]));
  const previewed = new Set(
    shown.flatMap((entry) => (entry.kind === 'action' && entry.preview !== undefined ? [answeredBy(entry).object] : [])),
  );
  const paths: Record<string, Json> = {};
  for (const entry of catalogue.filter(isRouted)) {
    for (const route of entry.routes) {
      const [method = '', path = ''] = route.split(' ');
      const url = path.replace(/:(\w+)/g, '{$1}');
      paths[url] = { ...paths[url], [method.toLowerCase()]: operation(entry, route, access[route]) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Florin',
      version,
      description: 'Payments infrastructure that a team runs itself.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ basic: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'The API key is the user name.' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        ...Object.fromEntries([...resources].map(([name, resource]) => [name, documentSchema(resource, previewed.has(name))])),
        error: error_schema,
      },
    },
  };
}

/** The resources that events show, some of which no operation answers with. */
const toldBy = (catalogue: Catalogue): AnyResource[] =>
  catalogue.flatMap((entry) => ('resource' in entry && eventsOf(entry.resource).length > 0 ? [entry.resource] : []));

function operation(entry: Routed, route: Route, access: Access | undefined): Json {
  const fields = fieldsOf(entry, route);
  const in_path = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const others = { ...Object.fromEntries(Object.entries(fields).filter(([name]) => !in_path.includes(name))), expand };
  const parameters = in_path.map((name) => ({ name, in: 'path', required: true, ...saidOf(fields[name] ?? path_id), schema: text_schema }));
  const body = route.startsWith('POST');
  return {
    operationId: operationId(route),
    summary: summaryOf(entry, route),
    ...('about' in entry && entry.about !== undefined && { description: entry.about }),
    tags: [tagOf(route)],
    'x-access': { secret: true, ...access },
    parameters: body ? parameters : [...parameters, ...queryOf(others)],
    ...(body && { requestBody: { content: contentOf(others) } }),
    responses: { 200: { description: answerSaid(entry, route), content: answerOf(entry, route) }, default: refusal },
  };
}

const path_id = about('The id of the object.', text);
const text_schema = { type: 'string' };
const expand = about('Members whose ids are replaced by their objects, such as `customer`; in a list `data.customer`.', {
  ...listOf(text, 20),
  schema: { type: 'array', items: text_schema, maxItems: 20 },
});

const operationId = (route: Route): string =>
  route
    .toLowerCase()
    .replace(/ \/v1\//, '_')
    .replace(/[/:]+/g, '_');
const tagOf = (route: Route): string =>
  route.split('/')[2] === 'test_helpers' ? 'test_helpers' : (route.split('/')[2] ?? '').replace(/\W/g, '_');

function summaryOf(entry: Routed, route: Route): string {
  if (entry.kind === 'handler') return entry.summary;
  if (entry.kind === 'action' && entry.summary !== undefined) return entry.summary;
  if (entry.kind === 'absent') return `Not implemented: Florin has no ${entry.object}`;
  const of = 'resource' in entry ? (entry.kind === 'action' && entry.replies?.form_of ? entry.replies : entry.resource) : null;
  // There are also cards, disputes and transactions that are not of issuing.
  const named = of?.object.startsWith('issuing.') ? undefined : of?.title;
  const name = named ?? of?.object.replace(/[_.]/g, ' ') ?? '';
  if (entry.kind === 'list') return `List all ${pluralOf(name)}`;
  if (entry.kind === 'search') return `Search ${pluralOf(name)}`;
  const verb = entry.kind === 'retrieve' ? 'retrieve' : entry.preview ? 'preview' : verbOf(route);
  return `${verb[0]?.toUpperCase()}${verb.slice(1)} ${/^([aeio]|FX)/.test(name) ? 'an' : 'a'} ${name}`;
}

/** The plural of a name: `capabilities`, `features of a product`. */
const pluralOf = (name: string): string => {
  const [, noun = '', rest = ''] = /^(.*?)( of .*)?$/.exec(name) ?? [];
  return `${noun.replace(/y$/, 'ie')}s${rest}`;
};

/** The verb of an action in its summary: `create`, `cancel`, `roll the secret of`. */
function verbOf(route: Route): string {
  const last = route.split('/').at(-1) ?? '';
  if (route.startsWith('DELETE')) return 'delete';
  if (last.startsWith(':')) return 'update';
  if (!route.includes(':id/')) return 'create';
  return last
    .replace(/^next_/, 'take_next_')
    .replace(/^([a-z]+)_(.+)$/, '$1 the $2 of')
    .replaceAll('_', ' ');
}

const queryOf = (fields: Fields): Json[] =>
  Object.entries(fields).map(([name, field]) => ({
    name,
    in: 'query',
    required: field.presence === 'required',
    ...saidOf(field),
    ...(isDeep(field.schema) && { style: 'deepObject', explode: true }),
    schema: field.schema,
  }));

/** The sentence about a parameter. */
const saidOf = (field: AnyField | undefined): Json => (field?.about ? { description: field.about } : {});

const isDeep = (schema: Schema): boolean => schema.type === 'array' || schema.type === 'object' || 'anyOf' in schema;

function contentOf(fields: Fields): Json {
  const schema = schemaOf(fields);
  if (uploadIn(fields)) return { 'multipart/form-data': { schema } };
  return { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } };
}

const answerOf = (entry: Routed, route: Route): Json =>
  entry.kind === 'handler' && entry.answers === 'bytes'
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: documentOf(entry, route) } };

/** What the response of a successful request holds. */
function answerSaid(entry: Routed, route: Route): string {
  if (entry.kind === 'handler') return entry.answers === 'bytes' ? 'The contents of the file.' : 'The response to a successful request.';
  if (route.startsWith('DELETE')) return 'The id of the deleted object, or the object in its final state where it is kept.';
  if (entry.kind === 'list' || entry.kind === 'search' || (entry.kind === 'action' && linesSchema(entry))) return 'One page of the list.';
  return route.startsWith('GET') ? 'The requested object.' : 'The object after the request.';
}

/** The resource of an entry's response: its own, unless it declares another. */
const answeredBy = (entry: Extract<Routed, { resource: AnyResource }>): AnyResource =>
  entry.kind === 'action' ? (entry.replies ?? entry.resource) : entry.resource;

function documentOf(entry: Routed, route: Route): Json {
  if (entry.kind === 'handler' && entry.shows) return shownSchema(entry.shows);
  if (!('resource' in entry)) return { type: 'object' };
  const resource = answeredBy(entry);
  const element = { $ref: `#/components/schemas/${resource.object}` };
  if (route.startsWith('DELETE')) return { anyOf: [deletedSchema(resource), element] };
  const items = entry.kind === 'list' || entry.kind === 'search' ? element : entry.kind === 'action' && linesSchema(entry);
  return items ? listSchema(items) : element;
}

/** The schema of an object that no resource declares, or of a page of them. */
const shownSchema = ({ members, in_pages }: Shows): Json => (in_pages ? listSchema(schemaOf(members)) : schemaOf(members));

/** The schema of the list elements, for an action that shows one page of a member. */
const linesSchema = ({ resource, page_of }: Action): Schema | undefined =>
  page_of === undefined ? undefined : (resource.fields as Fields)[page_of]?.members?.data?.item?.schema;

/** The pattern of an id; a preview's id has a prefix. */
const idSchema = (shown: AnyResource, is_previewed = false): Json => {
  const resource = storedOf(shown);
  return hasPlace(resource)
    ? { type: 'string', examples: [`${resource.prefix}_123`] }
    : { type: 'string', pattern: `^${is_previewed ? '(upcoming_)?' : ''}${resource.prefix}_` };
};

/** The response for a deleted object. */
function deletedSchema(resource: AnyResource): Json {
  const properties = {
    id: { ...idSchema(resource), description: 'The id of the deleted object.' },
    object: { const: resource.object, description: kind_said(resource) },
    deleted: { const: true, description: 'Always true.' },
  };
  return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false };
}

const kind_said = ({ object }: AnyResource): string => `The kind of object: always \`${object}\`.`;

/** The schema of a document: id, object, status and all fields, each required. */
function documentSchema(resource: AnyResource, is_previewed: boolean): Json {
  const { fields, object, states, created_in } = resource;
  const shown = Object.entries(fields as Fields).filter(([, { internal }]) => !internal);
  const members = schemaOf(Object.fromEntries(shown)).properties as Json;
  const properties = {
    id: { ...idSchema(resource, is_previewed), description: 'The id of the object.' },
    object: { const: object, description: kind_said(resource) },
    created: {
      ...integer().schema,
      description: created_in ? created_in_milliseconds : 'When it was created, in Unix seconds.',
    },
    livemode: { type: 'boolean', description: 'Whether it belongs to live mode; false in test mode.' },
    ...(states && { status: { enum: Object.keys(states), description: 'The state of the object.' } }),
    ...members,
    ...listedSchemas(resource.lists),
  };
  const events = eventsOf(resource);
  return { type: 'object', required: ['id', 'object'], properties, ...(events.length && { 'x-events': events }) };
}

const created_in_milliseconds = 'When it was created, in milliseconds since the Unix epoch; in seconds with a `Stripe-Version`.';

/** One page of a list of objects. */
const listSchema = (element: Json): Json => {
  const properties = {
    object: { const: 'list', description: 'Always `list`.' },
    url: { type: 'string', description: 'The path of the list.' },
    has_more: { type: 'boolean', description: 'Whether further objects follow.' },
    data: { type: 'array', items: element, description: 'The objects, newest first.' },
  };
  return { type: 'object', required: Object.keys(properties), properties };
};

/** Lists of objects as members: shown always, or with `expand`. */
const listedSchemas = (lists: AnyResource['lists'] = {}): Json =>
  Object.fromEntries(
    Object.entries(lists).map(([name, { object, by, always }]) => [
      name,
      {
        ...listSchema({ $ref: `#/components/schemas/${object}` }),
        description: `All objects of kind \`${object}\` ${by === null ? 'of the account' : 'that belong to it, the newest ten'}${always || by === null ? '' : '; shown with `expand`'}.`,
      },
    ]),
  );

const error_schema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'Why the request was refused or has failed.',
      required: ['type', 'code', 'message'],
      properties: {
        type: {
          enum: ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'],
          description: 'The type of the error; `card_error` for declines.',
        },
        code: { enum: Object.keys(errors), description: 'The code of the error, which programs branch on.' },
        message: { type: 'string', description: 'What is wrong and how to fix it, for people.' },
        param: { type: 'string', description: 'The parameter that caused the error.' },
        decline_code: { type: 'string', description: "Why the payer's bank declined, such as `insufficient_funds`." },
        charge: { type: 'string', description: 'The id of the failed charge.' },
        payment_method: { $ref: '#/components/schemas/payment_method', description: 'The payment method that failed.' },
        payment_method_type: { type: 'string', description: 'The type of the payment method that failed.' },
        payment_intent: { $ref: '#/components/schemas/payment_intent', description: 'The payment that failed, as it is now.' },
        setup_intent: { $ref: '#/components/schemas/setup_intent', description: 'The setup that failed, as it is now.' },
        doc_url: { type: 'string', description: 'The address of the code in this reference.' },
      },
    },
  },
};

const refusal = {
  description: 'Refused, with the reason.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/error' } } },
};
