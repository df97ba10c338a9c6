import { run, set, within } from '../../src/base/effects.js';
import { nullable, pick, required } from '../../src/base/fields.js';
import { flag, ref, text } from '../../src/base/kinds.js';
import { many, one } from '../../src/base/reads.js';
import { resource } from '../../src/base/resource.js';
import { action, creation, otherwise, retrieve, rule } from '../../src/base/rules.js';

/** A thing that looks for others of its kind, and keeps the ids of those that it was given. */
export const tag = resource({
  object: 'tag',
  prefix: 'tag',
  fields: { color: text, spare: flag, found: nullable(text) },
  start: null,
  columns: ['color', 'spare'],
});

/** The columns that its lists ask for, which no migration has. */
export const columns = 'alter table objects add column color text collate "C", add column spare text collate "C"';

const paint = creation(tag, { takes: pick(tag.fields, 'color', 'spare'), decide: ({ it, input }) => set(it, input) });

const alike = many(tag, { by: 'color', of: 'color', where: { spare: 'false' } });

const look = rule(tag, 'look around', {
  takes: { first: ref('tag') },
  reads: { first: one(tag, 'first'), alike },
  decide: ({ it, alike }) => set(it, { found: alike.map(({ id }) => id).join(' ') }),
});

const unable = otherwise(tag, 'find nothing', { decide: ({ it }) => set(it, { found: null }) });

/** Keeps the id of what looks in the other account. */
const lookThere = rule(tag, 'look around there', {
  takes: { account: required(text) },
  reads: { alike },
  decide: ({ it, input: { account } }, { make }) => {
    const there = make(tag, { color: it.color });
    return [set(it, { found: there.id }), within({ id: account }, [there, run(look, there, {}, unable)])];
  },
});

export const reads = [
  action('POST /v1/tags', paint),
  action('POST /v1/tags/:id/look', look),
  action('POST /v1/tags/:id/look_there', lookThere),
  retrieve(tag, 'GET /v1/tags/:id'),
] as const;
