/** Locales come from payers' headers, so what is kept is bounded. */
const kept_max = 500;

/** Makes each value once for its locale and options: making a format takes a hundred times as long as using it. */
function remembered<Options, Format>(make: (tag: string, options?: Options) => Format): (tag: string, options?: Options) => Format {
  const known = new Map<string, Format>();
  return (tag, options) => {
    const name = options === undefined ? tag : `${tag} ${JSON.stringify(options)}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    if (known.size >= kept_max) known.clear();
    const made = make(tag, options);
    known.set(name, made);
    return made;
  };
}

/** A number format of a BCP 47 tag. */
export const numberFormat = remembered((tag, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options));

/** A date format of a BCP 47 tag. */
export const dateFormat = remembered((tag, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options));

/** The names of countries in a language. */
export const regionNames = remembered((tag) => new Intl.DisplayNames(tag, { type: 'region' }));

/** The alphabetical order of a language. */
export const alphabet = remembered((tag) => new Intl.Collator(tag));
