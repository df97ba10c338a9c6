import { fieldsOf, isRouted } from '../../src/api/http/entries.js';
import type { AnyField, Fields } from '../../src/kernel/base/fields.js';
import type { Entry } from '../../src/kernel/base/rules.js';
import type { Access } from '../../src/resources/access.js';
import { access } from '../../src/resources/access.js';
import { type CatalogueRoute, catalogue } from '../../src/resources/index.js';

/** A literal route with its entry in the catalogue. */
export type Routed = {
  readonly route: CatalogueRoute;
  readonly method: string;
  readonly path: string;
  readonly entry: Entry;
  readonly access: Access;
  readonly fields: Fields;
};

/** Every literal route of the catalogue. */
export const routes: readonly Routed[] = (catalogue as readonly Entry[]).filter(isRouted).flatMap((entry) =>
  (entry.routes as readonly CatalogueRoute[]).map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return { route, method, path, entry, access: access[route], fields: fieldsOf(entry, route) };
  }),
);

/** A parameter by the names of its path: `['payment_method_data', 'card', 'number']`. */
export type Place = { readonly names: readonly string[]; readonly field: AnyField };

/** Every parameter of a route outside its path, at any depth. */
export const placesOf = ({ fields, path }: Routed): readonly Place[] =>
  within(fields).filter(({ names: [first = ''] }) => !new RegExp(`:${first}(/|$)`).test(path));

const within = (fields: Fields): Place[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    { names: [name], field },
    ...(field.members ? within(field.members).map((place) => ({ ...place, names: [name, ...place.names] })) : []),
  ]);

/** A body with one value in one place; the value is JSON text, because JSON.stringify could not write all of them. */
export const jsonWith = ([name = '', ...rest]: readonly string[], raw: string): string =>
  `{${JSON.stringify(name)}:${rest.length ? jsonWith(rest, raw) : raw}}`;

/** The name of a place in brackets notation. */
export const inBrackets = ([first = '', ...rest]: readonly string[]): string => `${first}${rest.map((name) => `[${name}]`).join('')}`;

/** A route's path with ids in place: `:id` by the kind of its resource, every other by its own name. */
export const pathWith = ({ path, entry }: Routed, ids: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => ids[nameOf(entry, path, name)] ?? 'unknown');

/** Objects that only connected accounts have are requested for one. */
const of_connected = /:account\/(account_links|account_sessions|applications|capabilities|login_links|people|persons)/;

function nameOf(entry: Entry, path: string, name: string): string {
  if (name === 'id') return kindOf(entry, path);
  return name === 'account' && of_connected.test(path) ? 'connected_account' : name;
}

function kindOf(entry: Entry, path: string): string {
  if ('resource' in entry) return entry.resource.object;
  const [, , group = '', kind = ''] = path.split('/');
  if (group === 'tax') return `tax.${kind.replace(/s$/, '')}`;
  return group === 'checkout' ? 'checkout.session' : group.replace(/s$/, '');
}
