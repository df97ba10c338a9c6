/** How a page is coloured: as the payer's device prefers. */
export type Scheme = 'light' | 'dark';

/** The surfaces that text stands on; the stylesheet and what checks contrasts both read them here. */
export const grounds: Readonly<Record<Scheme, Readonly<Record<'paper' | 'glow' | 'card' | 'panel', string>>>> = {
  light: { paper: '#f4f2ec', glow: '#fbf6e6', card: '#ffffff', panel: '#f8f7f2' },
  dark: { paper: '#0e1211', glow: '#17201c', card: '#171c1a', panel: '#1d2321' },
};
