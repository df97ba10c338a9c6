import type { Processor, Verb } from '../base/processor.js';
import { sandbox } from './sandbox/sandbox.js';

/** The processor for a verb: the sandbox in test mode, and never in live mode, where none is configured yet. */
export const processorFor = (_verb: Verb, livemode: boolean): Processor | null => (livemode ? null : sandbox);
