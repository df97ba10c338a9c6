import { traced } from '../base/traced.js';

const text_max = 1000;

/** Runs a statement as a part of a trace, which has its text; values are no part of a text. */
export const tracedStatement = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  traced(
    'statement',
    () => ({ name: verbOf(text), attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, text_max) } }),
    work,
  );

const verbOf = (text: string): string => /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
