import type { ChargeAsk, SetUpAsk } from '../contract.js';

/** An ask that tries a payment method, with or without money. */
export type Trying = SetUpAsk | ChargeAsk;

/** The payer has nothing more to do: the ask is about what became of it. */
export const isUnderWay = ({ finished_step }: Trying): boolean => finished_step === 'pending';

/** The payer has been through a step. Half of a report is none: neither approves nor fails anything by mistake. */
export const isStepFinished = (ask: Trying): boolean => Boolean(ask.finished_step) && !isUnderWay(ask) && ask.outcome !== undefined;

/** Whoever tests has decided what becomes of it, before its time and without a step. */
export const isDecided = (ask: Trying): boolean => ask.outcome !== undefined && !isStepFinished(ask);
