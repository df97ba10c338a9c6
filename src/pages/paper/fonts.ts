import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

/** A script's letters, and how heavy they are. */
export type Face = keyof typeof files;

/** How heavy letters are. */
export type Weight = 'regular' | 'bold';

/** Letters as they come from their makers, under the SIL Open Font License. */
const files = {
  sans: {
    regular: '@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf',
    bold: '@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf',
  },
  arabic: {
    regular: '@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
    bold: '@expo-google-fonts/ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold.ttf',
  },
  thai: {
    regular: '@expo-google-fonts/ibm-plex-sans-thai/400Regular/IBMPlexSansThai_400Regular.ttf',
    bold: '@expo-google-fonts/ibm-plex-sans-thai/600SemiBold/IBMPlexSansThai_600SemiBold.ttf',
  },
  japanese: {
    regular: '@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf',
    bold: '@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf',
  },
} as const;

/** In the order in which they are asked for a letter. */
const faces = Object.keys(files) as readonly Face[];

/** The bytes of letters, and which there are. */
type Loaded = { readonly bytes: Buffer; readonly has: (code_point: number) => boolean };

const loaded = new Map<string, Loaded>();

/** The letters of a face. They are read with the first paper that needs them: the Japanese ones alone are 4 MB. */
export function fontOf(face: Face, weight: Weight): Loaded {
  const path = files[face][weight];
  const known = loaded.get(path);
  if (known) return known;
  const bytes = readFileSync(resolve(path));
  const font = create(bytes) as Font;
  const made = { bytes, has: (code_point: number) => font.hasGlyphForCodePoint(code_point) };
  loaded.set(path, made);
  return made;
}

/** What goes along with the letters before it wherever these have it. */
const goes_along = /[\p{M}\p{P}\p{S}\p{Z}\u200c\u200d]/u;

/** The font of a character: that of the letters before it where it combines with them, else the first that has it; null without one. */
export function faceFor(character: string, before: Face | null): Face | null {
  const code_point = character.codePointAt(0) ?? 0;
  const has = (face: Face): boolean => fontOf(face, 'regular').has(code_point);
  if (before && goes_along.test(character) && has(before)) return before;
  const known = first_faces.get(code_point);
  if (known !== undefined) return known;
  const found = faces.find(has) ?? null;
  if (first_faces.size < known_max) first_faces.set(code_point, found);
  return found;
}

const first_faces = new Map<number, Face | null>();
const known_max = 20_000;
