import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A font from the repository's dependencies. */
export type Font = 'IBM Plex Sans' | 'BIZ UDPGothic';

const shipped = join(import.meta.dirname, '../../node_modules/@expo-google-fonts');

/**
 * The environment of a browser that has the shipped fonts and no others, so that a page has the same size on every machine (Linux reads it). The
 * others supply the characters that `font` lacks.
 */
export function environmentWith(font: Font): { readonly env: Record<string, string>; readonly remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), 'florin-fonts-'));
  const file = join(directory, 'fonts.conf');
  const first = `<match target="pattern"><edit name="family" mode="prepend" binding="strong"><string>${font}</string></edit></match>`;
  const read = `<dir>${shipped}</dir><cachedir>${directory}</cachedir>`;
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>${read}${first}</fontconfig>`,
  );
  return {
    env: { ...(process.env as Record<string, string>), FONTCONFIG_FILE: file },
    remove: () => rmSync(directory, { recursive: true }),
  };
}
