import type { Concealed } from '../../../kernel/base/concealed.js';
import { type Around, type Asked, set } from '../../../kernel/base/effects.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Settable } from '../../../kernel/base/resource.js';
import { customer } from '../../customers/customers/customer.js';
import { portalConfiguration } from './configuration.js';
import { isWith, lasts, over, type PortalSession, type portalSession } from './session.js';

/** What every page looks at: whose session it is, and what may be done. */
export const visit_reads = { configuration: one(portalConfiguration, 'configuration'), customer: one(customer, 'customer') } as const;

/** Refuses a caller without the secret of an open session. */
export const requireVisitor = (it: PortalSession, { session }: { readonly session: Concealed }, asked: Asked): void => {
  if (!isWith(it, asked.fingerprint(session), asked.now)) asked.refuse(over);
};

/** The session of an acting visitor, prolonged from now. */
export const used = (
  it: PortalSession,
  { now }: Around,
  change: Pick<Settable<typeof portalSession>, 'card' | 'cards_tried' | 'setup'> = {},
) => set(it, { ...change, session_until: now + lasts.used });

/** That the merchant does not let customers do this. */
export const forbidden = (what: string): Refusal => ({
  code: 'permission_denied',
  message: `The portal configuration of this session does not let customers ${what}.`,
});

/** That there is nothing of that name which is the customer's. */
export const notTheirs = (param: string, id: string): Refusal => ({
  code: 'resource_missing',
  status: 400,
  param,
  message: `The customer has no ${param} ${id}.`,
});
