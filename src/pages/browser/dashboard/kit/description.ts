import { createContext, type ReactNode, useContext } from 'react';
import type { Parameters, Request } from '../api.js';
import type { Text } from '../say.js';
import type { Field, Values } from './fields.js';
import type { Filter } from './filters.js';
import type { Member } from './members.js';

/** What every object of the API has; objects without a time of their own lack `created`. */
export type Head = { readonly id: string; readonly created?: number };

/** A request that a button sends, after a form or a question where it has one. */
export type Action<Item> = {
  readonly label: Text;
  /** Whether the object allows it now; without it, always. */
  when?(item: Item): boolean;
  /** The consequence that a person confirms. */
  question?(item: Item): string;
  fields?(item: Item): readonly Field[];
  /** A preview of the consequence, computed by the API for the values of the form. */
  preview?(item: Item, parameters: Parameters): Request;
  shown?(preview: object): ReactNode;
  /** The words of the button that sends the form, if it names an amount. */
  submit?(item: Item, values: Values): string;
  /** The request for the parameters of the form. */
  request(item: Item, parameters: Parameters): Request;
  /** What the page says afterwards: the answer is shown once. */
  done?(answer: object): ReactNode;
  /** The page to open afterwards. */
  next?(answer: object): string;
  readonly is_destructive?: boolean;
  readonly is_primary?: boolean;
};

/** A list of other objects on the page of an object. */
export type Related<Item> = {
  /** The name of their description. */
  readonly of: string;
  readonly label?: Text;
  /** The path of the list, if it is not that of its description. */
  path?(item: Item): string;
  parameters(item: Item): Parameters;
  /** Whether such objects can exist. */
  when?(item: Item): boolean;
};

/** A kind of object: its list, its page and its actions. */
export type Description<Item extends Head> = {
  /** The path of its pages in the dashboard. */
  readonly name: string;
  /** The path of its list in the API. */
  readonly path: string;
  readonly label: Text;
  /** One of them, in English: a related list leaves out the column of this name. */
  readonly one: string;
  readonly expand?: readonly string[];
  title(item: Item): string;
  status?(item: Item): string;
  readonly columns: readonly Member<Item>[];
  readonly filters?: readonly Filter[];
  /** A search clause of the API from what a person types, and what can be typed; without it the list has no search. */
  readonly search?: { clause(typed: string): string; readonly hint: Text };
  /** A source for filters that the list and the search of the API do not have; null for all others. */
  source?(active: Readonly<Record<string, string>>): { readonly request: Request; items(found: readonly object[]): readonly Item[] } | null;
  /** What the list would contain, and the request that creates the first, as arguments of curl. */
  readonly empty: { readonly text: Text; readonly command: string };
  readonly create?: Action<null>;
  readonly facts: readonly Member<Item>[];
  /** Parts of the page that only this kind has. */
  readonly sections?: readonly { readonly label: Text; readonly is_aside?: boolean; Show(shown: { readonly item: Item }): ReactNode }[];
  readonly related?: readonly Related<Item>[];
  readonly actions?: readonly Action<Item>[];
  /** How often the list is read again, if no event reports its changes. */
  readonly read_again_ms?: number;
  /** Whether the list has no page of one object. */
  readonly is_flat?: boolean;
  /** Whether it lacks events and requests of one object. */
  readonly is_silent?: boolean;
};

/** A description as code for all kinds uses it. */
export type AnyDescription = Description<Head>;

/** A page in the navigation. */
export type Entry = {
  readonly name: string;
  readonly label: Text;
  /** Its group in the navigation; null for pages that only other pages lead to. */
  readonly section: Text | null;
  /** The prefixes of the ids of its objects. */
  readonly prefixes: readonly string[];
  /** Its description, in a chunk of its own. */
  readonly load: () => Promise<AnyDescription>;
};

/** All entries, by context: descriptions name each other without importing each other. */
export const Entries = createContext<readonly Entry[]>([]);

/** The entry of a name, which exists. */
export function useEntry(name: string): Entry {
  const found = useContext(Entries).find((entry) => entry.name === name);
  if (!found) throw new Error(`No page is named ${name}`);
  return found;
}

/** The path of the page of an object by its id; null if its kind has none. */
export const pathOf = (entries: readonly Entry[], id: string): string | null => {
  const prefix = id.slice(0, id.lastIndexOf('_'));
  const found = entries.find(({ prefixes }) => prefixes.includes(prefix));
  return found ? `/${found.name}/${encodeURIComponent(id)}` : null;
};
