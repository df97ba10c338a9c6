import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';

/** A member as the SDK declares it: its type, a union of names and literals, and the scope of those names. */
export type Member = { readonly name: string; readonly type: string; readonly scope: string };

/** The interface of an object or of a part of one. */
export type Interface = { readonly object: string | null; readonly members: readonly Member[] };

/** A path that is expandable in the SDK's types, and the `object` of its expansion; for a list, that of its elements. */
export type Expandable = { readonly path: string; readonly kinds: readonly string[]; readonly is_list: boolean };

const folder = join(dirname(createRequire(import.meta.url).resolve('stripe')), '..', 'esm', 'resources');

/** Interfaces and other names of types, by the file and the namespaces of their declaration: `Charges#Charge.Outcome`. */
const interfaces = new Map<string, Interface>();
const aliases = new Map<string, string>();
/** The meaning of a name at the top of a file: another file's name, or a folder. */
const imports = new Map<string, string>();

for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.d.ts')) readDeclarations(file.replaceAll('\\', '/'));

function readDeclarations(file: string): void {
  const scope = file.replace(/\.d\.ts$/, '');
  const text = readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  for (const [, names = '', all = '', from = ''] of text.matchAll(/^import (?:\{([^}]*)\}|\* as (\w+)) from '(\.[^']+)\.js'/gm)) {
    const target = posix.join(posix.dirname(scope), from);
    if (all) imports.set(`${scope}#${all}`, posix.dirname(target));
    for (const name of names.split(',')) {
      const [known = '', as = known] = name.trim().split(' as ');
      imports.set(`${scope}#${as}`, `${target}#${known}`);
    }
  }
  readNamespace(text.split('\n'), 0, `${scope}#`);
}

/** Reads declarations up to their closing brace; answers with the position after it. The declarations are generated, one member a line. */
function readNamespace(lines: readonly string[], from: number, scope: string): number {
  let at = from;
  while (at < lines.length) {
    const line = (lines[at] ?? '').trim();
    const [, kind = '', name = '', rest = ''] = /^(?:export )?(?:declare )?(interface|namespace|type|class) (\w+)(.*)$/.exec(line) ?? [];
    if (line === '}') return at + 1;
    if (kind === 'namespace') at = readNamespace(lines, at + 1, `${scope}${name}.`);
    else if (kind === 'interface') at = readInterface(lines, at + 1, scope, name);
    else if (kind === 'class') at = skip(lines, at + 1);
    else {
      if (kind === 'type') aliases.set(`${scope}${name}`, rest.replace(/^ = |;$/g, ''));
      at += 1;
    }
  }
  return at;
}

function readInterface(lines: readonly string[], from: number, scope: string, name: string): number {
  const members: Member[] = [];
  let at = from;
  for (; (lines[at] ?? '').trim() !== '}'; at++) {
    const [, member = '', type = ''] = /^\s*'?(\w+)'?\??: (.*)$/.exec(lines[at] ?? '') ?? [];
    if (type === '{') at = skip(lines, at + 1) - 1;
    else if (member) members.push({ name: member, type: type.replace(/;$/, ''), scope: `${scope}${name}` });
  }
  const object = /^'([^']+)'$/.exec(members.find((each) => each.name === 'object')?.type ?? '')?.[1] ?? null;
  interfaces.set(`${scope}${name}`, { object, members });
  return at + 1;
}

function skip(lines: readonly string[], from: number): number {
  const end = lines.findIndex((line, at) => at >= from && /^\s*\}/.test(line));
  return end + 1;
}

/** The key of a name in a scope: looked for in the namespaces around it, then among the file's imports. */
function resolved(name: string, scope: string): string | null {
  const [file = '', path = ''] = scope.split('#');
  const around = path.split('.').filter(Boolean);
  for (let depth = around.length; depth >= 0; depth--) {
    const key = `${file}#${[...around.slice(0, depth), name].join('.')}`;
    if (interfaces.has(key) || aliases.has(key)) return key;
  }
  const [first = '', ...rest] = name.split('.');
  const target = imports.get(`${file}#${first}`);
  if (target === undefined) return null;
  if (target.includes('#')) return [target, ...rest].join('.');
  return (
    [...interfaces.keys()].find((key) => posix.dirname(key.split('#')[0] ?? '') === target && key.endsWith(`#${rest.join('.')}`)) ?? null
  );
}

/** The interfaces that a type may be, through aliases. */
function interfacesIn(type: string, scope: string): Interface[] {
  return type.split('|').flatMap((part) => {
    const key = /^[\w.]+$/.test(part.trim()) ? resolved(part.trim(), scope) : null;
    if (key === null) return [];
    const found = interfaces.get(key);
    return found ? [found] : interfacesIn(aliases.get(key) ?? '', key.replace(/\.?\w+$/, ''));
  });
}

/** The type of a list's elements; of any other type, itself. */
const elementOf = (type: string): { readonly type: string; readonly list: 'array' | 'page' | null } => {
  const [, kind, inner] = /^(Array|ApiList)<(.*)>(?: \| null)?$/.exec(type) ?? [];
  return inner === undefined ? { type, list: null } : { type: inner, list: kind === 'Array' ? 'array' : 'page' };
};

/** The paths of an interface that are expandable in the SDK's types without another expansion first. */
function expandableOf({ members }: Interface, prefix: string, depth: number): Expandable[] {
  if (depth === 0) return [];
  return members.flatMap(({ name, type, scope }) => {
    const element = elementOf(type);
    const kinds = interfacesIn(element.type, scope);
    const path = `${prefix}${name}`;
    const objects = kinds.flatMap(({ object }) => object ?? []);
    const by_id = /(^|\| )string( \||$)/.test(element.type);
    const own = objects.length && (by_id || element.list === 'page') ? [{ path, kinds: objects, is_list: element.list === 'page' }] : [];
    const below = by_id ? [] : kinds.flatMap((kind) => expandableOf(kind, `${path}.${element.list === 'page' ? 'data.' : ''}`, depth - 1));
    return [...own, ...below];
  });
}

const by_path = (paths: readonly Expandable[]): readonly Expandable[] => [...new Map(paths.map((each) => [each.path, each])).values()];

/** The expandable paths in the SDK's types, by the `object` that has them. */
export const expandables: ReadonlyMap<string, readonly Expandable[]> = new Map(
  [...interfaces.values()]
    .filter(({ object, members }) => object !== null && !members.some(({ name, type }) => name === 'deleted' && type === 'true'))
    .map((each) => [each.object as string, by_path(expandableOf(each, '', 4))]),
);
