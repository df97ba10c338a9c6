import { about, type Fields } from '../../kernel/base/fields.js';
import { ref } from '../../kernel/base/kinds.js';
import { type Paging, pageOf } from '../../kernel/base/pages.js';
import type { Action, Entry, Route } from '../../kernel/base/rules.js';
import { isOfPayer, type Reply } from '../../kernel/engine/engine.js';
import { perform } from '../../kernel/engine/perform.js';
import { absence } from '../reading/absent.js';
import { handling } from '../reading/handler.js';
import { listing, listParameters } from '../reading/list.js';
import type { Answer, Means } from '../reading/read-request.js';
import { retrieving } from '../reading/retrieve.js';
import { searching, searchParameters } from '../reading/search.js';

/** An entry that a request can reach; timers and other internal entries have no route. */
export type Routed = Exclude<Entry, { readonly routes: readonly never[] }>;

/** Whether a request can reach an entry. */
export const isRouted = (entry: Entry): entry is Routed => entry.routes.length > 0;

type Kinds = { readonly [E in Routed as E['kind']]: E };
type OfKind<K extends keyof Kinds> = { readonly [P in K]: Kinds[P] & { readonly kind: P } }[K];

const performing =
  ({ payers }: Means, action: Action): Answer =>
  async ({ engine, path, ...asked }) => {
    const { id = '' } = path;
    const subject = action.own ? asked.caller.account_id : action.routes[0]?.includes(':id') ? id : null;
    const work = (): Promise<Reply> => perform(engine, { ...asked, action, id: subject, in_path: Object.values(path) });
    const { caller, address } = asked;
    const takes_turns = isOfPayer(caller.kind) && action.preview === undefined;
    const reply = await (takes_turns ? payers(`${caller.account} ${address}`, work) : work());
    return action.page_of ? pageIn(reply, action, asked.params) : reply;
  };

/** One page of a list that is a member of the object in the reply. */
function pageIn(reply: Reply, { routes, page_of = '' }: Action, paging: Paging): Reply {
  if (reply.status !== 200) return reply;
  const { data } = JSON.parse(reply.text)[page_of] as { readonly data: readonly { readonly id: string }[] };
  return { ...reply, text: JSON.stringify(pageOf(data, (routes[0] ?? '').slice('GET '.length), paging)) };
}

const answers: { readonly [K in keyof Kinds]: (means: Means, entry: OfKind<K>) => Answer } = {
  absent: absence,
  action: performing,
  handler: handling,
  list: listing,
  retrieve: retrieving,
  search: searching,
};

/** The function that answers an entry's requests. */
export const answerOf = <K extends keyof Kinds>(means: Means, entry: OfKind<K>): Answer => answers[entry.kind](means, entry);

const parameters: { readonly [K in keyof Kinds]: (entry: OfKind<K>) => Fields } = {
  absent: ({ params }) => params,
  action: ({ params }) => params,
  handler: ({ params }) => params,
  list: listParameters,
  retrieve: ({ params }) => params,
  search: searchParameters,
};

const parametersOf = <K extends keyof Kinds>(entry: OfKind<K>): Fields => parameters[entry.kind](entry);

/** The parameters of a route, including those of its path, which are object ids unless the entry declares another field. */
export function fieldsOf(entry: Routed, route: Route): Fields {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const own = parametersOf(entry);
  const others = names.filter((name) => name !== 'id' && !Object.hasOwn(own, name));
  return {
    ...own,
    ...Object.fromEntries(
      others.map((name) => [name, about(`The id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`, ref(name))]),
    ),
  };
}
