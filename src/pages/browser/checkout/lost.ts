import { goOn, request } from './answers.js';
import { takeParts } from './parts.js';

const first_pause_ms = 1_000;
const longest_pause_ms = 15_000;

/** What the page says about a lost connection: that it looks for the outcome, and that there was none. */
type Word = 'lost' | 'again';

function say(form: HTMLFormElement, word: Word): void {
  const words = document.querySelector<HTMLTemplateElement>(`template[data-word="${word}"]`);
  const shown = form.querySelector('[data-live="word"]');
  if (!words || !shown) return;
  shown.replaceChildren(document.importNode(words.content, true));
  shown.scrollIntoView({ block: 'nearest' });
}

/** Reads the outcome of a payment whose answer was lost, as soon as there is a connection. The caller stops it to pay again. */
export function findOutcome(form: HTMLFormElement): { stop(): void } {
  const stopping = new AbortController();
  const before = textOf(form);
  say(form, 'lost');
  void follow(form, before, stopping.signal);
  return { stop: () => stopping.abort() };
}

const textOf = (root: ParentNode): string => root.querySelector('[data-live="word"]')?.textContent?.trim() ?? '';

const isAtStep = (root: ParentNode): boolean => root.querySelector('[data-testid="step"]') !== null;

async function follow(form: HTMLFormElement, before: string, signal: AbortSignal): Promise<void> {
  for (let pause_ms = first_pause_ms; !signal.aborted; pause_ms = Math.min(pause_ms * 2, longest_pause_ms)) {
    const answer = await request(form.action);
    if (signal.aborted) return;
    if (answer.of === 'redirect') goOn(form);
    if (answer.of === 'page') show(form, answer.page, before);
    if (answer.of !== 'nothing') return;
    await connection(pause_ms, signal);
  }
}

function show(form: HTMLFormElement, page: Document, before: string): void {
  const is_over = page.querySelector('#checkout') === null;
  if (is_over || (isAtStep(page) && !isAtStep(form))) goOn(form);
  else if (!takeParts(form, page)) location.assign(form.action);
  else if (['', before].includes(textOf(form))) say(form, 'again');
}

/** The browser reports a new connection; the pause covers those that it does not report. */
const connection = (pause_ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(pausing);
      removeEventListener('online', done);
      resolve();
    };
    const pausing = setTimeout(done, pause_ms);
    addEventListener('online', done, { signal });
    signal.addEventListener('abort', done, { once: true });
  });
