/** The invariants of subscriptions: a running one is renewed at the end of its period. */
export const invariants_of_subscriptions = {
  'every running subscription has a renewal timer': `select account, id, status, doc ->> 'current_period_end' as current_period_end
    from objects it where object = 'subscription' and not deleted and status in ('active', 'past_due', 'trialing', 'unpaid')
      and not exists (select from jobs j where j.account = it.account and j.id = it.id || ' renew  ' || (it.doc ->> 'current_period_end'))`,
} as const;
