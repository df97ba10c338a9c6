import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { API, type Checker, type Symbol as SdkSymbol, SignatureKind, SymbolFlags, type Type } from 'typescript/unstable/sync';

/** What a declared type allows, with the alternatives of a union side by side. */
export type Shape = {
  readonly nullable: boolean;
  /** The literals of a string, without the empty one, which removes what is stored. */
  readonly values: readonly string[];
  /** Whether any string may stand there. */
  readonly open: boolean;
  /** The other scalars that may stand there. */
  readonly scalars: ReadonlySet<'number' | 'boolean' | 'any'>;
  readonly records: readonly Declared[];
  /** The type of elements, if an array may stand there. */
  readonly items: Shape | null;
};

/** One declared object type. */
export type Declared = {
  /** The literal of its member `object`; null for a part of an object. */
  readonly object: string | null;
  readonly members: ReadonlyMap<string, Member>;
  /** The type of members with any name, as of a hash by currency. */
  readonly others: Shape | null;
};

/** A declared member. */
export type Member = { readonly optional: boolean; readonly shape: Shape };

/** The folder of the installed SDK. */
export const sdk_folder = join(dirname(createRequire(import.meta.url).resolve('stripe')), '..');

/** The version of the installed SDK, whose declarations are read. */
export const sdk_version: string = JSON.parse(readFileSync(join(sdk_folder, 'package.json'), 'utf8')).version;

/** The installed SDK's declarations, through the compiler: close it after use, because it runs as a process. */
export type Declarations = {
  readonly close: () => void;
  /** What a module of `esm/` exports under a name. */
  readonly exported: (file: string, name: string) => SdkSymbol;
  /** The members of the declared type of a symbol. */
  readonly membersOf: (type: Type) => readonly SdkSymbol[];
  readonly typeOf: (symbol: SdkSymbol) => Type;
  readonly declaredType: (symbol: SdkSymbol) => Type;
  /** The parameters, by name, and the result of a method. */
  readonly callOf: (method: SdkSymbol) => { readonly parameters: ReadonlyMap<string, Type>; readonly result: Type } | null;
  /** The type arguments of a reference, such as of a promise. */
  readonly argumentsOf: (type: Type) => readonly Type[];
  readonly shapeOf: (type: Type) => Shape;
};

/** Opens the declarations of the installed SDK. */
export function openDeclarations(): Declarations {
  const entry = join(sdk_folder, 'esm', 'stripe.esm.node.d.ts');
  const api = new API({ cwd: sdk_folder });
  const project = api.updateSnapshot({ openFiles: [entry] }).getDefaultProjectForFile(entry);
  if (!project) throw new Error('The compiler found no project for the declarations of the SDK.');
  const { checker, program } = project;
  const typeOf = (symbol: SdkSymbol): Type => present(checker.getTypeOfSymbol(symbol), symbol.name);
  return {
    close: () => api.close(),
    exported: (file, name) => {
      const source = present(program.getSourceFile(join(sdk_folder, 'esm', file)), file);
      const module = present(checker.getSymbolAtLocation(source), file);
      return present(
        checker.getExportsOfModule(module).find((each) => each.name === name),
        name,
      );
    },
    membersOf: (type) => checker.getPropertiesOfType(type),
    typeOf,
    declaredType: (symbol) => checker.getDeclaredTypeOfSymbol(symbol),
    callOf: (method) => callOf(checker, typeOf(method)),
    argumentsOf: (type) => (type.isTypeReference() ? checker.getTypeArguments(type) : []),
    shapeOf: reader(checker),
  };
}

function present<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The declarations of the SDK have no ${what}.`);
  return value;
}

function callOf(checker: Checker, type: Type): ReturnType<Declarations['callOf']> {
  // Of several signatures, the one with most parameters has the parameters of the request.
  const [signature] = [...checker.getSignaturesOfType(type, SignatureKind.Call)].sort(
    (one, other) => other.getParameters().length - one.getParameters().length,
  );
  const result = signature && checker.getReturnTypeOfSignature(signature);
  if (!signature || !result) return null;
  const named = signature.getParameters();
  const types = named.length ? checker.getTypeOfSymbol(named) : [];
  return { parameters: new Map(named.map(({ name }, at) => [name, present(types[at], name)])), result };
}

/** Values that the SDK wraps, and that are a string in JSON; and contents of files. */
const wrapped = /^(Decimal\w*|Date|Uint8Array|Buffer|FileData|ReadableStream)$/;

/** Reads types, each once: declarations refer to each other in circles, so members are read when they are looked at. */
function reader(checker: Checker): (type: Type) => Shape {
  const known = new Map<number, Declared>();
  const shapeOf = (type: Type): Shape => {
    const parts = alternativesOf(type);
    const arrays = parts.filter((each) => checker.isArrayType(each)).flatMap((each) => argumentsOf(checker, each));
    const objects = parts.filter((each) => each.isObjectType() && !checker.isArrayType(each));
    const names = parts.map((each) => (each.isIntrinsicType() ? each.intrinsicName : ''));
    const values = parts.flatMap((each) => (each.isStringLiteralType() && each.value !== '' ? [each.value] : []));
    return {
      nullable: names.includes('null'),
      values,
      open: names.includes('string') || objects.some((each) => wrapped.test(each.getSymbol()?.name ?? '')),
      scalars: new Set([
        ...(names.includes('number') || parts.some((each) => each.isNumberLiteralType()) ? (['number'] as const) : []),
        ...(names.some((name) => /^(boolean|true|false)$/.test(name)) || parts.some((each) => each.isBooleanLiteralType())
          ? (['boolean'] as const)
          : []),
        ...(names.some((name) => /^(any|unknown|object)$/.test(name)) ? (['any'] as const) : []),
      ]),
      records: objects.filter((each) => !wrapped.test(each.getSymbol()?.name ?? '')).map(declaredOf),
      items: arrays.length ? merged(arrays.map(shapeOf)) : null,
    };
  };
  const declaredOf = (type: Type): Declared => {
    const before = known.get(type.id);
    if (before) return before;
    const read = once(() => recordOf(checker, type, shapeOf));
    const declared: Declared = {
      get object() {
        return read().object;
      },
      get members() {
        return read().members;
      },
      get others() {
        return read().others;
      },
    };
    known.set(type.id, declared);
    return declared;
  };
  return shapeOf;
}

const argumentsOf = (checker: Checker, type: Type): readonly Type[] => (type.isTypeReference() ? checker.getTypeArguments(type) : []);

/** The alternatives of a union; of an intersection its first type, because the SDK intersects with what is not in the JSON. */
function alternativesOf(type: Type): readonly Type[] {
  if (type.isUnionType()) return (type.getTypes() ?? []).flatMap(alternativesOf);
  if (type.isIntersectionType()) return alternativesOf((type.getTypes() ?? [])[0] as Type);
  return [type];
}

function recordOf(checker: Checker, type: Type, shapeOf: (type: Type) => Shape): Declared {
  const symbols = checker.getPropertiesOfType(type).filter(({ name }) => !name.startsWith('__@'));
  const types = symbols.length ? checker.getTypeOfSymbol(symbols) : [];
  const members = new Map(
    symbols.flatMap(({ name, flags }, at): [string, Member][] => {
      if (isAbsent(types[at])) return [];
      const optional = (flags & SymbolFlags.Optional) !== 0;
      return [[name, { optional, shape: lazy(once(() => shapeOf(present(types[at], name)))) }]];
    }),
  );
  const [index] = checker.getIndexInfosOfType(type);
  const kind = members.get('object')?.shape;
  return {
    object: kind && !kind.open && kind.values.length === 1 ? (kind.values[0] ?? null) : null,
    members,
    others: index ? shapeOf(index.valueType) : null,
  };
}

/** `deleted?: void` says that a member is never there. */
const isAbsent = (type: Type | undefined): boolean =>
  type !== undefined && alternativesOf(type).every((each) => each.isIntrinsicType() && /^(void|undefined|never)$/.test(each.intrinsicName));

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const lazy = (read: () => Shape): Shape => ({
  get nullable() {
    return read().nullable;
  },
  get values() {
    return read().values;
  },
  get open() {
    return read().open;
  },
  get scalars() {
    return read().scalars;
  },
  get records() {
    return read().records;
  },
  get items() {
    return read().items;
  },
});

/** One shape that allows what any of several allows. */
export const merged = (shapes: readonly Shape[]): Shape => ({
  nullable: shapes.some(({ nullable }) => nullable),
  values: [...new Set(shapes.flatMap(({ values }) => values))],
  open: shapes.some(({ open }) => open),
  scalars: new Set(shapes.flatMap(({ scalars }) => [...scalars])),
  records: shapes.flatMap(({ records }) => records),
  items: shapes.some(({ items }) => items) ? merged(shapes.flatMap(({ items }) => items ?? [])) : null,
});
