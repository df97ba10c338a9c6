import type { FastifyInstance } from 'fastify';
import type { Words } from '../browser/words.js';
import table from './address-forms.json' with { type: 'json' };

/** A part of an address besides its country. */
export type Part = 'line1' | 'line2' | 'city' | 'state' | 'postal_code';

/** How an address is written in a country. Everything that a field needs is here, so that a page holds the data of one country. */
export type AddressForm = {
  /** The fields by lines, from the top. */
  readonly lines: readonly (readonly Part[])[];
  /** The parts that no letter arrives without. */
  readonly needed: readonly Part[];
  /** What the parts are called there, as names of words. */
  readonly labels: Readonly<Record<Part, keyof Words>>;
  /** What a postal code looks like; null where there is none, or none is known. */
  readonly postal: { readonly pattern: string; readonly example: string } | null;
  /** The states to choose from, with their names; empty where a state is typed in. */
  readonly states: readonly (readonly [value: string, name: string])[];
};

/** A row of the table, which `tools/address-forms.mjs` writes: A is the street, C the city, S the state, Z the postal code. */
type Row = {
  readonly lines: string;
  /** The order for readers of other languages than the country's. */
  readonly latin?: string;
  readonly language?: string;
  readonly needed: string;
  readonly postal?: string;
  readonly example?: string;
  readonly state?: string;
  readonly code?: string;
  readonly city?: string;
  readonly states?: readonly (readonly string[])[];
};

const rows: ReadonlyMap<string, Row> = new Map<string, Row>(Object.entries(table));

/** Where the country is not known yet. */
const anywhere: Row = { lines: 'A/ZC/S', needed: 'AC' };

const parts: Readonly<Record<string, readonly Part[]>> = { A: ['line1'], C: ['city'], S: ['state'], Z: ['postal_code'] };

const state_words: Readonly<Record<string, keyof Words>> = {
  ...{ state: 'us_state', prefecture: 'prefecture', county: 'county', department: 'department', district: 'district' },
  ...{ emirate: 'emirate', island: 'island', oblast: 'oblast', parish: 'parish', area: 'area', do_si: 'do_si' },
};
const code_words: Readonly<Record<string, keyof Words>> = { zip: 'zip', pin: 'pin', eircode: 'eircode' };
const city_words: Readonly<Record<string, keyof Words>> = { post_town: 'post_town', suburb: 'suburb', district: 'district' };

/** How an address is written in a country, for a reader of a language. */
export function addressFormOf(country: string, language: string): AddressForm {
  const row = rows.get(country) ?? anywhere;
  const is_local = row.language?.split('-')[0] === language;
  const lines = (is_local ? row.lines : (row.latin ?? row.lines)).split('/').map((line) => [...line].flatMap((part) => parts[part] ?? []));
  return {
    lines: lines.flatMap((line) => (line.includes('line1') ? [line, ['line2' as const]] : [line])),
    needed: [...row.needed].flatMap((part) => parts[part] ?? []),
    labels: {
      line1: 'line1',
      line2: 'line2',
      city: city_words[row.city ?? ''] ?? 'city',
      state: state_words[row.state ?? ''] ?? (row === anywhere ? 'state' : 'province'),
      postal_code: code_words[row.code ?? ''] ?? 'postal_code',
    },
    postal: row.postal ? { pattern: `^(?:${row.postal})$`, example: row.example ?? '' } : null,
    states: (row.states ?? []).map(([value = '', name = value, latin = name]) => [value, is_local ? name : latin]),
  };
}

/** The parts that a form asks for. */
export const partsOf = ({ lines }: AddressForm): readonly Part[] => lines.flat();

/** Whether a postal code can be one of a country: blanks at the ends and small letters are no mistake. */
export const isPostalCode = ({ postal }: AddressForm, text: string): boolean =>
  postal === null || new RegExp(postal.pattern, 'iu').test(text.trim());

const headers = {
  'cache-control': 'public, max-age=86400',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Registers what the frames of elements ask: the address form of a country. */
export const registerAddressForms = (server: FastifyInstance): void =>
  void server.get<{ Params: { language: string; country: string } }>('/js/addresses/:language/:country', ({ params }, reply) =>
    reply.headers(headers).send(addressFormOf(params.country, params.language)),
  );
