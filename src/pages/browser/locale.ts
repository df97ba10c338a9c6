/** The languages that elements speak, the same as invoices and messages. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ja', 'ar', 'th'] as const;

/** The first of a list of languages that elements support; `auto` is that of the browser. */
export function languageOf(wanted: string, preferred: readonly string[]): string {
  const asked = wanted === 'auto' ? preferred : [wanted];
  const known = asked.map((each) => each.split('-')[0]?.toLowerCase()).find((each) => languages.some((language) => language === each));
  return known ?? 'en';
}

/** Which way a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The tags among a browser's languages: WebKitGTK reports `C` and Chromium `en-US@posix` where the system has no locale, and `Intl` refuses both. */
export const tagsAmong = (preferred: readonly string[]): readonly string[] => preferred.filter(isTag);

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
