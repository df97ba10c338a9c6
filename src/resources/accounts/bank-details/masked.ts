/** How much of a number may be seen at its end: four characters, and never more than half of it. */
export const lastOf = (number: string): string => number.slice(number.length - Math.min(4, Math.floor(number.length / 2)));

/** What may be seen of a number, or of an address at a service: `****6789`, `j****@okbank`. */
export function masked(text: string): string {
  const at = text.lastIndexOf('@');
  return at > 0 ? `${text.slice(0, 1)}****${text.slice(at)}` : `****${lastOf(text)}`;
}
