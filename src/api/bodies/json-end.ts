const space = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none in a string.
const text = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const scalar = new RegExp(`${text.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`, 'y');

/** The offset where a text stops being valid JSON. The caller has already limited its depth. */
export function endOfJson(body: string): number {
  let at = 0;
  const takes = (pattern: RegExp): boolean => {
    space.lastIndex = at;
    space.test(body);
    at = space.lastIndex;
    pattern.lastIndex = at;
    if (!pattern.test(body)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const all = (each: () => boolean, close: RegExp): boolean => {
    if (takes(close)) return true;
    while (each()) {
      if (takes(close)) return true;
      if (!takes(/,/y)) return false;
    }
    return false;
  };
  const member = (): boolean => takes(text) && takes(/:/y) && value();
  const value = (): boolean => takes(scalar) || (takes(/\{/y) ? all(member, /\}/y) : takes(/\[/y) && all(value, /\]/y));
  if (value()) takes(/$/y);
  return at;
}
