/** The option that each command with a result has. */
export type OfResult = { readonly json?: boolean };

/** Prints a line on the standard output. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints a result: with `--json` on one line, otherwise as the text. */
export const sayResult = ({ json }: OfResult, result: unknown, text: string): void => say(json ? JSON.stringify(result) : text);

/** Prints an object: with `--json` on one line, otherwise formatted for reading. */
export const sayObject = (asked: OfResult, object: unknown): void => sayResult(asked, object, JSON.stringify(object, null, 2));
