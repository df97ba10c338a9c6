import { colors, grounds, type Scheme } from './tokens.js';

/** The least contrast of text, and of what is no text but has to be seen (WCAG 2.2, 1.4.3 and 1.4.11). */
const text_contrast_min = 4.5;
const edge_contrast_min = 3;

type Channels = readonly [red: number, green: number, blue: number];

const white: Channels = [255, 255, 255];
const black: Channels = [0, 0, 0];

/** The colours that a page takes from a business, in one scheme; each is `#rrggbb`. */
export type Accent = {
  /** Of a button's surface. */
  readonly accent: string;
  /** The same under the pointer. */
  readonly accent_strong: string;
  /** Of what is written on both. */
  readonly on_accent: string;
  /** Of a light surface. */
  readonly accent_soft: string;
  /** Of what is written in the accent's colour on the page's own surfaces. */
  readonly accent_ink: string;
};

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). Both are `#rrggbb`. */
export const contrast = (one: string, other: string): number => contrastOf(channelsOf(one), channelsOf(other));

/**
 * The colours of a page from the colour of a business: the one it has chosen where that can be read, else the nearest to it, on the way to
 * black or to white, that can.
 */
export function accentOf(color: string, scheme: Scheme, page: string | null = null): Accent {
  const { card } = colors[scheme];
  const surfaces = [...grounds.map((ground) => colors[scheme][ground]), ...(page ? [page] : [])].map(channelsOf);
  const far = scheme === 'light' ? black : white;
  const accent = movedUntil(channelsOf(color), far, surfaces, edge_contrast_min);
  const on_accent = contrastOf(accent, white) >= text_contrast_min ? white : black;
  const accent_soft = between(channelsOf(card), accent, soft[scheme]);
  const accent_ink = movedUntil(accent, far, [...surfaces, accent_soft], text_contrast_min);
  return {
    accent: hexOf(accent),
    accent_strong: hexOf(between(accent, on_accent === white ? black : white, 0.15)),
    on_accent: hexOf(on_accent),
    accent_soft: hexOf(accent_soft),
    accent_ink: hexOf(accent_ink),
  };
}

/** How much of the accent is in the soft surface. */
const soft: Readonly<Record<Scheme, number>> = { light: 0.08, dark: 0.14 };

/** The rules that replace the default colours by those of a business, in both schemes; none where it has none. */
export const accentSheet = (color: string | null): string =>
  color === null
    ? ''
    : `${rootRule(accentOf(color, 'light'))}\n@media (prefers-color-scheme: dark) { ${rootRule(accentOf(color, 'dark'))} }`;

/** The rule that sets the colours of one scheme. */
export const rootRule = ({ accent, accent_strong, on_accent, accent_soft, accent_ink }: Accent): string =>
  `:root { --accent: ${accent}; --accent-strong: ${accent_strong}; --on-accent: ${on_accent}; --accent-soft: ${accent_soft}; --accent-ink: ${accent_ink}; }`;

/** The nearest colour to that of a page on which texts can be read, and the scheme whose texts those are. */
export function groundOf(color: string): { readonly color: string; readonly scheme: Scheme } {
  const scheme = contrast(color, colors.light.ink) >= contrast(color, colors.dark.ink) ? 'light' : 'dark';
  const texts = ([...written, 'accent-ink'] as const).map((text) => channelsOf(colors[scheme][text]));
  return { color: hexOf(movedUntil(channelsOf(color), scheme === 'light' ? white : black, texts, text_contrast_min)), scheme };
}

/** What is written on the ground of a page. */
const written = ['ink', 'muted'] as const;

const steps = 50;

function movedUntil(from: Channels, to: Channels, surfaces: readonly Channels[], contrast_min: number): Channels {
  for (let step = 0; step < steps; step++) {
    const color = between(from, to, step / steps);
    if (surfaces.every((surface) => contrastOf(color, surface) >= contrast_min)) return color;
  }
  return to;
}

const between = (one: Channels, other: Channels, part: number): Channels => {
  const mixed = (place: 0 | 1 | 2): number => Math.round(one[place] + (other[place] - one[place]) * part);
  return [mixed(0), mixed(1), mixed(2)];
};

function contrastOf(one: Channels, other: Channels): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Channels): number {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channelsOf(color: string): Channels {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? [];
  if (!red || !green || !blue) throw new TypeError('a colour is #rrggbb');
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

const hexOf = (channels: Channels): string => `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
