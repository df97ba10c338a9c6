/** What must hold of subscriptions: whatever goes on is renewed when its period is over. */
export const invariants_of_subscriptions = {
  'every subscription that runs has what renews it': `select account, id, status, doc ->> 'current_period_end' as current_period_end
    from objects it where object = 'subscription' and not deleted and status in ('active', 'past_due', 'trialing', 'unpaid')
      and not exists (select from jobs j where j.account = it.account and j.id = it.id || ' renew  ' || (it.doc ->> 'current_period_end'))`,
} as const;
