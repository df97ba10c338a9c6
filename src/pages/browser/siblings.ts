/** What the address of a frame says: the origin of the page, and the frame that it belongs to. */
export type Setting = { readonly origin: string; readonly controller: string };

/** The setting as it stands behind the `#` of a frame's address. */
export const writeSetting = ({ origin, controller }: Setting): string => `#${new URLSearchParams({ origin, controller })}`;

/** The setting that a frame was given. A false origin gets no messages: they are posted to that origin only. */
export function readSetting(hash: string): Setting {
  const said = new URLSearchParams(hash.slice(1));
  return { origin: said.get('origin') ?? 'null', controller: said.get('controller') ?? '' };
}

/** Another of Florin's iframes on the same page, by its name; null without one. */
export function sibling(name: string): Window | null {
  for (let place = 0; place < parent.length; place += 1) {
    const frame = parent[place];
    if (frame && nameOf(frame) === name) return frame;
  }
  return null;
}

/** The name of a frame; null for a foreign frame, of which the browser reveals nothing. */
function nameOf(frame: Window): string | null {
  try {
    return frame.name;
  } catch {
    return null;
  }
}
