import type { FastifyInstance } from 'fastify';
import type { Keys } from '../../api/keys/authenticate.js';
import { type Cookies, callerOfSession, type SessionRules, sessionIn } from '../../api/keys/session.js';
import { act } from '../../api/members/act.js';
import { registerMembers } from '../../api/members/routes.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { endSession } from '../../resources/core/members/index.js';
import { type Role, session_lasts } from '../../resources/core/members/member.js';
import * as rules from '../../resources/core/members/sign-in.js';
import { permissionsOf } from '../../resources/roles.js';
import { type Counting, signInLimits } from '../operation/limits.js';
import type { Parts } from './world.js';

const cookiesOf = ({ public_url }: Parts, { vault }: Engine): Cookies => ({ vault, https: () => public_url().startsWith('https:') });

/** Sessions, with the roles of the resources; each use is noted after the request. */
function sessionRules(engine: Engine): SessionRules {
  // The requests of one page arrive together, and one note is enough.
  const noting = new Set<string>();
  return {
    lasts: session_lasts,
    permissionsOf: (role, livemode) => permissionsOf(role as Role, livemode),
    used: ({ home, member, session }) => {
      if (noting.has(session.id)) return;
      noting.add(session.id);
      const moment = Math.floor(engine.now_ms() / 1000);
      const acting = { account: home, id: member.id, request: engine.ids.fresh('req', engine.now_ms()), address: '', action: null };
      act(engine, acting, rules.use, session.id, { moment })
        .catch((error) => engine.fault(error, `the use of ${session.id}`))
        .finally(() => noting.delete(session.id));
    },
  };
}

/** How API requests with the cookie of a session are authenticated. */
export function sessionKeys(parts: Parts, engine: Engine): Pick<Keys, 'sent' | 'session'> {
  const cookies = cookiesOf(parts, engine);
  const of_sessions = sessionRules(engine);
  return {
    sent: (headers) => sessionIn(cookies, headers),
    session: (looking, sent, account) => callerOfSession(looking, sent, account, of_sessions),
  };
}

/** Registers signing in to the dashboard. */
export const registerSignIn = (scope: FastifyInstance, parts: Parts, engine: Engine, counting: Counting): void =>
  registerMembers(scope, {
    engine,
    cookies: cookiesOf(parts, engine),
    rules: { ...rules, endSession },
    sessions: sessionRules(engine),
    attempts: signInLimits(counting, parts.config.open_sandbox),
    provider: parts.config.single_sign_on,
    random: parts.world.random,
    public_url: parts.public_url,
  });
