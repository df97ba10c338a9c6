/** What the address of a frame says: whose page it stands on, and which frame of ours it belongs to. */
export type Setting = { readonly origin: string; readonly controller: string };

/** The setting as it stands behind the `#` of a frame's address. */
export const writeSetting = ({ origin, controller }: Setting): string => `#${new URLSearchParams({ origin, controller })}`;

/** The setting that a frame was given. Whoever lies about the origin is told nothing: messages go to that origin and to no other. */
export function readSetting(hash: string): Setting {
  const said = new URLSearchParams(hash.slice(1));
  return { origin: said.get('origin') ?? 'null', controller: said.get('controller') ?? '' };
}

/** Another frame of ours on the same page, by its name; null where there is none. */
export function sibling(name: string): Window | null {
  for (let place = 0; place < parent.length; place += 1) {
    const frame = parent[place];
    if (frame && nameOf(frame) === name) return frame;
  }
  return null;
}

/** The name of a frame; null where it is somebody else's, for then the browser tells nothing of it. */
function nameOf(frame: Window): string | null {
  try {
    return frame.name;
  } catch {
    return null;
  }
}
