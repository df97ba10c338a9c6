import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentName } from '../../resources/checkout/account-sessions/components.js';
import type { Overview } from '../../resources/checkout/account-sessions/overview.js';
import { errorPage, notFoundPage, type Plain } from '../kit/error-page.js';
import { queryIn, type Texts, textsIn } from '../kit/form-texts.js';
import { ask, type Pages, payerLocale, sendFramed, sendLeading, sendTo, subjectOf } from '../kit/pages.js';
import { type Locale, localeOf } from '../paper/languages.js';
import { embeddedPage, expired_script, type Session } from './embedded-page.js';
import { embedded_words } from './embedded-words.js';
import { express_words } from './express-words.js';
import { scheduleFrom } from './schedules.js';

type Path = { Params: { token: string; component: string; verb?: string } };

type Visit = {
  readonly pages: Pages;
  readonly token: string;
  readonly component: ComponentName;
  readonly query: URLSearchParams;
  readonly reply: FastifyReply;
};

/** Registers the components that stand in frames on pages of platforms. */
export function registerEmbedded(server: FastifyInstance, pages: Pages): void {
  server.get<Path>('/embed/:token/:component', (request, reply) => {
    const visit = visitOf(pages, request, reply);
    return visit ? show(visit) : sendFramed(pages, reply, notFoundPage);
  });
  server.post<Path>('/embed/:token/:component/:verb', (request, reply) => {
    const visit = visitOf(pages, request, reply);
    return visit ? take(visit, request.params.verb ?? '', textsIn(request.body)) : sendFramed(pages, reply, notFoundPage);
  });
}

function visitOf(pages: Pages, request: FastifyRequest<Path>, reply: FastifyReply): Visit | null {
  const { token, component: name } = request.params;
  if (!isComponent(name) || subjectOf(token).object !== 'account_session') return null;
  return { pages, token, component: name, query: queryIn(request), reply };
}

/** The locale that the page of the platform has chosen, or that of the browser. */
function localeIn({ query, reply }: Visit): Locale {
  const chosen = query.get('locale');
  return chosen ? localeOf([chosen]) : payerLocale(reply.request);
}

const pathOf = ({ token, component }: Visit): string => `/embed/${token}/${component}`;

/** What a verb of the session answers; null where it is refused. */
async function asked<Body>({ pages, token, reply }: Visit, verb: string, body: object = {}): Promise<Body | null> {
  const { account, id } = subjectOf(token);
  const url = `/v1/accounts/${encodeURIComponent(account)}/account_sessions/${encodeURIComponent(id)}/${verb}`;
  return (await ask<Body>(pages, { method: 'POST', url, token, address: reply.request.ip, body })).body;
}

/** Says that a session is over. The page of the platform asks for another one. */
const expired = (visit: Visit): FastifyReply =>
  sendFramed(visit.pages, visit.reply, ({ nonce }) => {
    const locale = localeIn(visit);
    const { expired_title: title, expired: message } = express_words[locale.language];
    return errorPage({ nonce, locale, title, message, own: { sheet: '', script: expired_script } });
  });

/** The words over each component, by which the page knows them. */
const titles = {
  account_management: 'account_management',
  account_onboarding: 'account_onboarding',
  balances: 'balances',
  notification_banner: 'account_management',
  payments: 'payments',
  payouts: 'payouts',
  payouts_list: 'payouts',
} as const satisfies Record<ComponentName, string>;

const isComponent = (name: string): name is ComponentName => Object.hasOwn(titles, name);

const disabled = (visit: Visit): FastifyReply =>
  sendFramed(visit.pages, visit.reply, ({ nonce }: Plain) => {
    const locale = localeIn(visit);
    const words = embedded_words[locale.language];
    return errorPage({ nonce, locale, title: words[titles[visit.component]], message: words.disabled });
  });

async function show(visit: Visit, problem = false): Promise<FastifyReply> {
  const session = await asked<Session>(visit, 'look');
  const overview = session && (await asked<Overview>(visit, 'overview'));
  if (!session?.shown || !overview) return expired(visit);
  if (!session.components[visit.component].enabled) return disabled(visit);
  const { component, query } = visit;
  const view = {
    ...{ component, session: { ...session, shown: session.shown }, overview, problem },
    ...{ path: pathOf(visit), query: query.toString(), color: query.get('color'), locale: localeIn(visit) },
  };
  return sendLeading(visit.pages, visit.reply, problem ? 400 : 200, ({ nonce }) => embeddedPage({ ...view, nonce }), {
    to: [],
    framed: true,
  });
}

/** The parameters of a verb, as its form sends them. */
const sent: Readonly<Record<string, (typed: Texts) => object>> = {
  refund: ({ charge }) => ({ charge }),
  capture: ({ payment_intent }) => ({ payment_intent }),
  pay_out: ({ payout = '' }) => {
    const [amount, currency, method] = payout.split(' ');
    return { amount: Number(amount), currency, method };
  },
  reschedule: ({ schedule = '' }) => scheduleFrom(schedule),
};

/** Does what the owner has chosen, and shows the component as it is then. */
async function take(visit: Visit, verb: string, typed: Texts): Promise<FastifyReply> {
  const { pages, reply, query } = visit;
  const place = `${pathOf(visit)}?${query}`;
  if (verb === 'onboard') return onboard(visit);
  const paramsOf = Object.hasOwn(sent, verb) ? sent[verb] : undefined;
  if (!paramsOf) return sendFramed(pages, reply, notFoundPage);
  return (await asked(visit, verb, paramsOf(typed))) ? sendTo(pages, reply, `${pages.public_url()}${place}`, true) : show(visit, true);
}

/** Leads on to the page for required information, within the frame, which returns to the component. */
async function onboard(visit: Visit): Promise<FastifyReply> {
  const { pages, reply, component } = visit;
  const query = new URLSearchParams(visit.query);
  query.set('done', '1');
  const return_url = `${pages.public_url()}${pathOf(visit)}?${query}`;
  const session = await asked<Session>(visit, 'onboard', { component, return_url });
  return session?.onboarding ? sendTo(pages, reply, session.onboarding, true) : expired(visit);
}
