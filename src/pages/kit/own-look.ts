import { accentOf, accentSheet, groundOf, rootRule } from './brand-color.js';
import { colorVariables, font } from './tokens.js';

/** How one page looks besides the colour of its business. */
export type Look = {
  /** `#rrggbb` */
  readonly background: string | null;
  readonly border: 'pill' | 'rectangular' | 'rounded' | null;
  /** The name of a font, as `open_sans`. */
  readonly font: string | null;
};

/** Fonts that are no sans serif: the device has another of their kind where it does not have them. */
const kinds: Readonly<Record<string, 'serif' | 'monospace'>> = {
  ...{ bitter: 'serif', hahmlet: 'serif', lora: 'serif', noto_serif: 'serif', pridi: 'serif', pt_serif: 'serif', roboto_slab: 'serif' },
  ...{ inconsolata: 'monospace', m_plus_1_code: 'monospace', ubuntu_mono: 'monospace' },
};

const names: Readonly<Record<string, string>> = {
  m_plus_1_code: 'M PLUS 1 Code',
  noto_sans_jp: 'Noto Sans JP',
  pt_sans: 'PT Sans',
  pt_serif: 'PT Serif',
};

const stacks = {
  serif: 'Georgia, "Noto Serif", "Liberation Serif", serif',
  monospace: 'ui-monospace, Menlo, Consolas, "Liberation Mono", monospace',
};

const radii = {
  pill: '--radius-s: 99rem; --radius-m: 1.5rem; --radius-l: 1.5rem; --radius-xl: 1.75rem;',
  rectangular: '--radius-s: 0; --radius-m: 0; --radius-l: 0; --radius-xl: 0;',
  rounded: '',
} as const;

/** The rules of a look and of the colour of its business. A page with a background of its own has one scheme: the one that is written on it. */
export function lookSheet({ background, border, font: family }: Look, color: string | null): string {
  const cut = border ? radii[border] : '';
  return [
    background === null ? accentSheet(color) : groundRules(background, color),
    cut && `:root { ${cut} }`,
    family && family !== 'default' ? `body { font-family: ${fontOf(family)}; }` : '',
  ].join('\n');
}

function groundRules(background: string, color: string | null): string {
  const ground = groundOf(background);
  const accent = color === null ? '' : rootRule(accentOf(color, ground.scheme, ground.color));
  return `:root { color-scheme: ${ground.scheme}; ${colorVariables(ground.scheme)} --paper: ${ground.color}; --glow: ${ground.color}; }\n${accent}`;
}

function fontOf(family: string): string {
  if (!/^[a-z0-9_]+$/.test(family)) throw new TypeError('a font is named by letters, digits and lines');
  const name =
    names[family] ??
    family
      .split('_')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ');
  const kind = kinds[family];
  return `"${name}", ${kind ? stacks[kind] : font}`;
}
