import type { ChargeAsk, SetUpAsk } from '../contract.js';

/** An ask that tries a payment method, with or without money. */
export type Trying = SetUpAsk | ChargeAsk;

/** The payer has no step left: the ask is about the result. */
export const isUnderWay = ({ finished_step }: Trying): boolean => finished_step === 'pending';

/** The payer has finished a step. A report without an outcome counts for nothing, so it neither approves nor fails a payment. */
export const isStepFinished = (ask: Trying): boolean => Boolean(ask.finished_step) && !isUnderWay(ask) && ask.outcome !== undefined;

/** The tester has decided the result early, without a step. */
export const isDecided = (ask: Trying): boolean => ask.outcome !== undefined && !isStepFinished(ask);
