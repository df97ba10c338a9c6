import type { Host } from './host.js';

/** How a dialog ended: the payer has answered, or has left it. */
export type Ended = { readonly left: boolean };

/** Styles of the dialog. A page's own policy may forbid style sheets that it does not know; it does not forbid these. */
const look = {
  dialog: {
    border: '0',
    padding: '0',
    inlineSize: 'min(100vw, 30rem)',
    maxInlineSize: '100vw',
    blockSize: 'min(100dvh, 44rem)',
    maxBlockSize: '100dvh',
    borderRadius: '12px',
    overflow: 'hidden',
    colorScheme: 'light dark',
    background: 'Canvas',
    color: 'CanvasText',
    boxShadow: '0 0 0 100vmax rgb(0 0 0 / .5)',
  },
  content: { border: '0', inlineSize: '100%', blockSize: 'calc(100% - 3rem)', display: 'block', overflow: 'auto' },
  leave: {
    font: 'inherit',
    minBlockSize: '3rem',
    inlineSize: '100%',
    border: '0',
    background: 'transparent',
    color: 'inherit',
    cursor: 'pointer',
  },
} as const;

/**
 * Shows the page of a payer's bank in a dialog. The browser keeps the focus in it and the rest of the page out of reach; Escape and the
 * button leave it, as does Escape within the bank's page.
 */
export function askInDialog(host: Host, url: string): Promise<Ended> {
  const frame = document.createElement('iframe');
  frame.name = `${host.controller}-challenge`;
  frame.title = host.words.step;
  frame.src = url;
  const { dialog, leave } = modalOf(host, frame, host.words.step);
  dialog.dataset.testid = 'florin-step';
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    const end = (left: boolean): void => {
      forget();
      dialog.close();
      dialog.remove();
      resolve({ left });
    };
    const forget = host.onStep(end);
    leave.addEventListener('click', () => end(true));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end(true);
    });
  });
}

/** A dialog with something in it, and a button that leaves it; neither is in the page yet. */
export function modalOf(
  { words, locale }: Pick<Host, 'words' | 'locale'>,
  content: HTMLElement,
  label: string,
): { readonly dialog: HTMLDialogElement; readonly leave: HTMLButtonElement } {
  const dialog = document.createElement('dialog');
  const leave = document.createElement('button');
  leave.type = 'button';
  leave.textContent = words.cancel;
  dialog.setAttribute('aria-label', label);
  dialog.lang = locale;
  Object.assign(dialog.style, look.dialog);
  Object.assign(content.style, look.content);
  Object.assign(leave.style, look.leave);
  dialog.append(content, leave);
  return { dialog, leave };
}
