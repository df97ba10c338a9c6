import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { describeWith } from './support/installed.js';

const chart = resolve(import.meta.dirname, '../ops/helm/florin');
const templates = readdirSync(join(chart, 'templates')).map((name) => ({
  name,
  text: readFileSync(join(chart, 'templates', name), 'utf8'),
}));

type Schema = { readonly properties?: Readonly<Record<string, Schema>>; readonly type?: unknown };
const schema: Schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'));

/** The values of a schema, as templates name them; an object without named members is one value. */
const namesIn = ({ properties = {} }: Schema, before = ''): string[] =>
  Object.entries(properties).flatMap(([name, inner]) => (inner.properties ? namesIn(inner, `${before}${name}.`) : [`${before}${name}`]));

const used = new Set(templates.flatMap(({ text }) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, name = '']) => name)));

test('the templates use exactly the values that the schema describes', () => {
  expect([...used].sort()).toEqual(
    namesIn(schema)
      .filter((name) => name !== 'global')
      .sort(),
  );
});

test('every value of the schema has a default', () => {
  const lines = readFileSync(join(chart, 'values.yaml'), 'utf8').split('\n');
  const given = new Set<string>();
  let top = '';
  for (const line of lines) {
    const [, indent = '', name] = /^( {2})?(\w+):/.exec(line) ?? [];
    if (name === undefined) continue;
    if (indent === '') top = name;
    given.add(indent === '' ? name : `${top}.${name}`);
  }
  expect(namesIn(schema).filter((name) => name !== 'global' && !given.has(name))).toEqual([]);
});

test.each(templates)('$name closes every block that it opens, and includes what is defined', ({ text }) => {
  const actions = [...text.matchAll(/{{-?\s*(\w+)/g)].map(([, word = '']) => word);
  const opened = actions.filter((word) => ['if', 'range', 'with', 'define'].includes(word));
  expect(actions.filter((word) => word === 'end')).toHaveLength(opened.length);
  const defined = templates.flatMap((each) => [...each.text.matchAll(/define "([\w.]+)"/g)].map(([, name]) => name));
  const included = [...text.matchAll(/include "([\w.]+)"/g)].map(([, name]) => name);
  expect(included.filter((name) => !defined.includes(name))).toEqual([]);
});

test('no secret is in an environment variable', () => {
  expect(
    templates.filter(({ text }) => /secretKeyRef|name: (DATABASE_URL|FLORIN_VAULT_KEYS)\b(?!_FILE)/.test(text)).map(({ name }) => name),
  ).toEqual([]);
});

describeWith(['helm'], 'helm', () => {
  const everything = ['autoscaling.enabled=true', 'serviceMonitor.enabled=true', 'ownerMigrates=true'].flatMap((each) => ['--set', each]);

  test.each([['lint', '--strict'], ['template']])('%s accepts the chart, as it is and with everything enabled', (...words) => {
    for (const more of [[], everything]) {
      const { status, stderr } = spawnSync('helm', [...words, chart, ...more], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    }
  });
});
