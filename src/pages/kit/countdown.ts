import { html, type Markup } from './markup.js';

/**
 * How long something can still be answered. The line is there from the beginning, so that nothing moves when the script fills it; without
 * script the moment beside it says the same.
 */
export const countdown = ({ until, words, lang }: { until: number; words: string; lang: string }): Markup =>
  html`<span class="countdown" role="timer" data-until="${until}" data-words="${words}" data-lang="${lang}" data-testid="countdown"></span>`;

/** A moment further away than this is shown by its day alone, in milliseconds. */
const far = 2 * 86_400_000;

/** Counts down once a second; with reduced motion it changes once a minute. The clock is that of the browser it runs in. */
export const countdown_script = `
for (const place of document.querySelectorAll('[data-until]')) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const two = new Intl.NumberFormat(place.dataset.lang, { minimumIntegerDigits: 2 });
  const one = new Intl.NumberFormat(place.dataset.lang);
  const tell = () => {
    const left = Math.max(0, Number(place.dataset.until) * 1000 - Date.now());
    if (left > ${far}) return;
    const seconds = Math.floor(left / 1000);
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].slice(seconds < 3600 ? 1 : 0);
    const shown = (calm && seconds >= 60 ? [...parts.slice(0, -1), 0] : parts).map((part, at) => (at === 0 ? one : two).format(part));
    const time = shown.join(':');
    place.textContent = place.dataset.words.replace('{time}', time);
    if (left > 0) setTimeout(tell, calm && seconds >= 60 ? 15000 : 1000);
  };
  tell();
}
`;
