// Escaping cannot make `javascript:` or `//elsewhere` harmless, and the address parser drops tabs: so ask the parser.
/** A path of ours, as it was given; anything that leads elsewhere is a mistake of ours. */
export function ownPath(action: string): string {
  const origin = 'http://self.invalid';
  const stays = action.startsWith('/') && new URL(action, origin).origin === origin;
  if (!stays) throw new TypeError('a form of ours posts to a path of ours');
  return action;
}
