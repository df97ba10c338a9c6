const width = 24;

/** Shows on stderr how far a run is. */
export type Progress = { step(what: string): void; done(): void };

/** A bar that is redrawn in a terminal, and a line every tenth of the way elsewhere. */
export function progressOf(steps: number): Progress {
  let taken = 0;
  let tenth = -1;
  const { stderr } = process;
  return {
    step: (what) => {
      const share = Math.min(1, taken++ / steps);
      const bar = `[${'#'.repeat(Math.round(share * width)).padEnd(width, '.')}] ${String(Math.round(share * 100)).padStart(3)} %`;
      if (stderr.isTTY) stderr.write(`\r\x1b[2K${bar}  ${what}`);
      else if (Math.floor(share * 10) > tenth) stderr.write(`${bar}  ${what}\n`);
      tenth = Math.max(tenth, Math.floor(share * 10));
    },
    done: () => void (stderr.isTTY && stderr.write('\r\x1b[2K')),
  };
}
