/** How a page is coloured: as the payer's device prefers. */
export type Scheme = 'light' | 'dark';

type Color =
  | 'paper'
  | 'glow'
  | 'card'
  | 'panel'
  | 'line'
  | 'ink'
  | 'muted'
  | 'edge'
  | 'accent'
  | 'accent-strong'
  | 'on-accent'
  | 'accent-soft'
  | 'accent-ink'
  | 'danger'
  | 'danger-soft'
  | 'warn-ink'
  | 'warn'
  | 'warn-line';

/** The colours of pages, papers and mail. Pairs are chosen for WCAG 2.2 AA in both schemes; a business replaces the accents by its own. */
export const colors: Readonly<Record<Scheme, Readonly<Record<Color, string>>>> = {
  light: {
    ...{ paper: '#f4f2ec', glow: '#fbf6e6', card: '#ffffff', panel: '#f8f7f2', line: '#e2dfd5' },
    ...{ ink: '#17201d', muted: '#56605b', edge: '#7b857f' },
    ...{ accent: '#0e5a47', 'accent-strong': '#0a4738', 'on-accent': '#ffffff', 'accent-soft': '#e3f1ec', 'accent-ink': '#0e5a47' },
    ...{ danger: '#9f2318', 'danger-soft': '#fbeae7', 'warn-ink': '#573b00', warn: '#fcecc0', 'warn-line': '#e6c878' },
  },
  dark: {
    ...{ paper: '#0e1211', glow: '#17201c', card: '#171c1a', panel: '#1d2321', line: '#2e3633' },
    ...{ ink: '#edf0ec', muted: '#a5afa9', edge: '#77827c' },
    ...{ accent: '#7ed9bc', 'accent-strong': '#9be6cd', 'on-accent': '#04261c', 'accent-soft': '#17352c', 'accent-ink': '#7ed9bc' },
    ...{ danger: '#ffa79b', 'danger-soft': '#3a1d19', 'warn-ink': '#f7dc94', warn: '#33280c', 'warn-line': '#5b4816' },
  },
};

/** The surfaces that text stands on. */
export const grounds = ['card', 'paper', 'glow', 'panel'] as const satisfies readonly Color[];

/** Letters, in CSS. */
export const font = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

/** Sizes of letters, in rem: labels of marks, hints, labels of fields, facts, text, headings of parts. */
export const sizes = { '2xs': 0.75, xs: 0.8125, s: 0.875, m: 0.9375, base: 1, l: 1.0625 } as const;

/** Corners, in rem: small buttons, fields and buttons, panels, cards. */
export const radii = { s: 0.5, m: 0.75, l: 0.875, xl: 1.25 } as const;

/** Space between a label and its field, the fields of a part, the parts of a form, and the parts of a page, in rem. */
export const spaces = { xs: 0.25, s: 0.625, m: 1, l: 1.5 } as const;

const variables = (values: Readonly<Record<string, string | number>>, kind: string, unit: string): string =>
  Object.entries(values)
    .map(([name, value]) => `--${kind}${name}: ${value}${unit};`)
    .join(' ');

/** The colours of a scheme as variables of a style sheet. */
export const colorVariables = (scheme: Scheme): string => variables(colors[scheme], '', '');

/** All other tokens as variables of a style sheet. */
export const tokenVariables = [
  variables(sizes, 'text-', 'rem'),
  variables(radii, 'radius-', 'rem'),
  variables(spaces, 'space-', 'rem'),
].join(' ');
