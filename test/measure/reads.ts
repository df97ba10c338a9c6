import { instead, numbered, run, set, within } from '../../src/kernel/base/effects.js';
import { nullable, required } from '../../src/kernel/base/fields.js';
import { flag, ref, text } from '../../src/kernel/base/kinds.js';
import { pick } from '../../src/kernel/base/members.js';
import { many, one, sequence, unique } from '../../src/kernel/base/reads.js';
import { resource } from '../../src/kernel/base/resource.js';
import { action, creation, otherwise, retrieve, rule } from '../../src/kernel/base/rules.js';
import { said } from '../support/said.js';

/** An object that looks for others of its kind, and stores the ids that it found. */
export const tag = resource({
  object: 'tag',
  prefix: 'tag',
  fields: said({ name: nullable(text), color: text, spare: flag, found: nullable(text), shelf: nullable(ref('tag')) }),
  start: null,
  owner: 'shelf',
  unique: { name: ({ name }) => (typeof name === 'string' ? name : null) },
  columns: ['color', 'shelf', 'spare'],
});

/** The columns that its lists filter by, which no migration adds. */
export const columns =
  'alter table objects add column color text collate "C", add column spare text collate "C", add column shelf text collate "C"';

const paint = creation(tag, { takes: pick(tag.fields, 'name', 'color', 'shelf', 'spare'), decide: ({ it, input }) => set(it, input) });

const alike = many(tag, { by: 'color', of: 'color', where: { spare: 'false' } });

const look = rule(tag, 'look around', {
  takes: said({ first: ref('tag') }),
  reads: { first: one(tag, 'first'), alike },
  decide: ({ it, alike }) => set(it, { found: alike.map(({ id }) => id).join(' ') }),
});

const find = rule(tag, 'find', {
  takes: said({ name: required(text) }),
  reads: { holder: unique(tag, { by: 'name', of: 'name' }) },
  decide: ({ it, holder }) => set(it, { found: holder?.id ?? 'none' }),
});

const claim = rule(tag, 'claim', {
  takes: said({ name: required(text) }),
  reads: { holder: unique(tag, { by: 'name', of: 'name' }) },
  decide: ({ it, input, holder }) => [holder && set(holder, { name: null }), set(it, input), run(find, it, input)],
});

const giveUp = rule(tag, 'give up', {
  takes: said({ name: required(text) }),
  reads: { holder: unique(tag, { by: 'name', of: 'name' }) },
  decide: ({ it, input }) => [set(it, { name: null }), run(find, it, input)],
});

const unable = otherwise(tag, 'find nothing', { decide: ({ it }) => set(it, { found: null }) });

const move = rule(tag, 'move', { takes: pick(tag.fields, 'shelf', 'spare'), decide: ({ it, input }) => set(it, input) });

/** Stores the ids of the objects on it that are not spare. */
const takeStock = rule(tag, 'take stock', {
  reads: { standing: many(tag, { by: 'shelf', where: { spare: 'false' } }) },
  decide: ({ it, standing }) => set(it, { found: standing.map(({ id }) => id).join(' ') }),
});

/** Gives a tag without a name its number; a tag with a name is found by it and takes no number. */
const number = rule(tag, 'number', {
  reads: { series: sequence('tag') },
  decide: ({ it, series }) =>
    it.name === null ? numbered(series, (number) => set(it, { found: String(number) })) : set(it, { found: it.name }),
});

/** Takes one number twice. */
const numberTwice = rule(tag, 'number twice', {
  reads: { series: sequence('tag'), again: sequence('tag') },
  decide: ({ it, series, again }) => [numbered(series, () => set(it, { found: 'once' })), numbered(again, () => null)],
});

/** Stores the id of the object that looks in the other account. */
const findThere = rule(tag, 'find there', {
  takes: said({ account: required(text), name: required(text) }),
  reads: { holder: unique(tag, { by: 'name', of: 'name' }) },
  decide: ({ it, input: { account, name } }, { make }) => {
    const there = make(tag, { color: it.color });
    return [set(it, { found: there.id }), within({ id: account }, [there, run(find, there, { name }, instead(unable, it))])];
  },
});

const lookThere = rule(tag, 'look around there', {
  takes: said({ account: required(text) }),
  reads: { alike },
  decide: ({ it, input: { account } }, { make }) => {
    const there = make(tag, { color: it.color });
    return [set(it, { found: there.id }), within({ id: account }, [there, run(look, there, {}, instead(unable, it))])];
  },
});

export const reads = [
  action('POST /v1/tags', paint, { about: 'For a test.' }),
  action('POST /v1/tags/:id/look', look, { about: 'For a test.' }),
  action('POST /v1/tags/:id/move', move, { about: 'For a test.' }),
  action('POST /v1/tags/:id/take_stock', takeStock, { about: 'For a test.' }),
  action('POST /v1/tags/:id/number', number, { about: 'For a test.' }),
  action('POST /v1/tags/:id/number_twice', numberTwice, { about: 'For a test.' }),
  action('POST /v1/tags/:id/claim', claim, { about: 'For a test.' }),
  action('POST /v1/tags/:id/give_up', giveUp, { about: 'For a test.' }),
  action('POST /v1/tags/:id/find_there', findThere, { about: 'For a test.' }),
  action('POST /v1/tags/:id/look_there', lookThere, { about: 'For a test.' }),
  retrieve(tag, 'GET /v1/tags/:id', { about: 'For a test.' }),
] as const;
