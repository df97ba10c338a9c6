// Escaping cannot make `javascript:` or `//elsewhere` harmless, and the address parser drops tabs: so ask the parser.
/** A local path; a path that leads elsewhere is an internal error. */
export function ownPath(action: string): string {
  const origin = 'http://self.invalid';
  const stays = action.startsWith('/') && new URL(action, origin).origin === origin;
  if (!stays) throw new TypeError('a form posts to a local path');
  return action;
}
