import { act } from './act.js';
import { type Asking, actingIn, type MemberServing, refuseWithoutProvider } from './serving.js';
import { membersByEmail } from './store.js';

type Forgotten = { readonly email: string; readonly locale?: string | undefined };

/**
 * Sends a link to choose a new password to the members with an e-mail address. The answer comes before the address is looked up, so that neither it nor its
 * time tells whether there are any (OWASP, Forgot Password).
 */
export async function forgetPassword(
  serving: MemberServing,
  { request }: Asking,
  { email, locale }: Forgotten,
): Promise<{ readonly status: 'sent' }> {
  refuseWithoutProvider(serving);
  const { engine, attempts, rules } = serving;
  await attempts.byAddress(request.ip);
  await attempts.byName(`forgotten ${email.toLowerCase()}`);
  const send = async (): Promise<void> => {
    for (const member of await membersByEmail(engine, email, null))
      await act(engine, actingIn(request, member, null), rules.forget, member.id, { ...(locale && { locale }) });
  };
  send().catch((error) => engine.fault(error, 'a forgotten password'));
  return { status: 'sent' };
}
