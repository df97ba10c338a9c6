import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { outcomes } from '../src/delivery/webhooks/send.js';
import { verbs } from '../src/processors/remote/remote.js';
import { metrics } from '../src/service/operation/metrics.js';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

const rules = read('ops/prometheus/rules.yml');
const trials = read('ops/prometheus/rules.test.yml');
const runbooks = read('docs/runbooks.md');
const dashboard = JSON.parse(read('ops/grafana/florin.json')) as { readonly panels: readonly Panel[] };

type Panel = {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly { readonly expr: string }[];
};

const { registry } = metrics(
  { pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } },
  { version: '1.2.3', processors: [{ name: 'acme', verbs }], outcomes, isRunning: () => true },
);

/** The text of a scrape, in which labels have a fixed order. */
const scraped = await registry.metrics();
const known = new Set(scraped.split('\n').flatMap((line) => /^(florin_\w+)/.exec(line)?.slice(1) ?? []));
/** Series that exist once there was a request, or a statement. */
for (const { name, type } of await registry.getMetricsAsJSON())
  for (const ending of String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) known.add(`${name}${ending}`);

const namesIn = (text: string): string[] => [...new Set(text.match(/florin_[a-z_]+/g))];
const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = '']) => name);
const sectionOf = (alert: string): string => runbooks.split(`\n## ${alert}\n`)[1]?.split('\n## ')[0] ?? '';

test('each metric that a rule names is one of /metrics', () => {
  expect(namesIn(rules).filter((name) => !known.has(name))).toEqual([]);
});

test('each metric that the dashboard shows is one of /metrics', () => {
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr)));
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((name) => !known.has(name))).toEqual([]);
});

test('each metric that a runbook or the manual names is one of /metrics', () => {
  const named = namesIn(`${runbooks}${read('docs/operate.md').replace(/florin_(owner|serving|standby)\b/g, '')}`);
  const families = [...known].map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect(named.filter((name) => !known.has(name) && !families.includes(name))).toEqual([]);
});

/** Selectors by an exact value, such as `queue="ask"`, of series that exist from the start. */
const selected = [...`${rules}`.matchAll(/(florin_[a-z_]+)\{([^}]*)\}/g)].flatMap(([, name = '', labels = '']) =>
  [...labels.matchAll(/(\w+)=~?"([^"]*)"/g)].flatMap(([, label = '', values = '']) =>
    name.startsWith('florin_http_server_request') ? [] : values.split('|').map((value) => ({ name, label, value })),
  ),
);

test.each(selected)('$name has a series with $label="$value"', ({ name, label, value }) => {
  const lines = scraped.split('\n').filter((line) => line.startsWith(`${name}{`));
  expect(lines.some((line) => line.includes(`${label}="${value}"`))).toBe(true);
});

describe.each(alerts)('%s', (alert) => {
  test('links to its section of the runbooks', () => {
    const rule = rules.split(`- alert: ${alert}\n`)[1]?.split('- alert:')[0] ?? '';
    expect(rule).toContain(`runbook: docs/runbooks.md#${alert.toLowerCase()}\n`);
    expect(rule).toMatch(/severity: (critical|warning) /);
  });

  test('has a section that says what happened, what it means for money, what to look at and what to do', () => {
    const section = sectionOf(alert);
    expect(section.match(/^\*\*(What happened|Money|Look|Do)\.\*\* /gm)?.map((each) => each.replaceAll('*', '').trim())).toEqual([
      'What happened.',
      'Money.',
      'Look.',
      'Do.',
    ]);
  });

  test('is tested with series that raise it, and with series that do not', () => {
    expect(trials).toContain(`- name: '${alert} is raised'`);
    expect(trials).toContain(`- name: '${alert} is not raised'`);
  });
});

test('no runbook is about an alert that does not exist', () => {
  const sections = [...runbooks.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(alerts);
});

const promtool = spawnSync('promtool', ['--version']).status === 0;
if (!promtool) process.stderr.write('The alerts are not tested: promtool is not installed (Debian: apt-get install prometheus).\n');

test.skipIf(!promtool)('promtool accepts the rules, and each alert is raised by its series and by no other', () => {
  const folder = resolve(root, 'ops/prometheus');
  expect(execFileSync('promtool', ['check', 'rules', 'rules.yml'], { cwd: folder, encoding: 'utf8' })).toContain('SUCCESS');
  const { stdout, stderr, status } = spawnSync('promtool', ['test', 'rules', 'rules.test.yml'], { cwd: folder, encoding: 'utf8' });
  expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
});

describe('the dashboard', () => {
  const { panels } = dashboard;

  test('has rows for traffic, money, queues, the database and the checks', () => {
    expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
      'Traffic',
      'Money',
      'Queues',
      'Database',
      'Checks',
    ]);
  });

  test('gives each panel an id of its own and a place that no other takes', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_, place) => `${x + (place % w)} ${y + Math.floor(place / w)}`),
    );
    expect(new Set(taken).size).toBe(taken.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  });
});
