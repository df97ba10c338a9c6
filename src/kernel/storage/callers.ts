import { byKey, empty } from './by-key.js';

/** The branches of a load that find callers: by an API key, an ephemeral key, or a member's session. */
export const of_callers = {
  caller: `select u.n, u.id, null::int, json_build_object('id', it.id, 'account', coalesce(acted.account, it.account),
      'account_id', coalesce(acted.id, it.account_id), 'livemode', it.livemode,
      'is_connected', exists (select from connections where connections.account = coalesce(acted.account, it.account, u.account)), 'kind', it.kind, 'permissions', it.permissions, 'expires_ms', extract(epoch from it.expires_at) * 1000,
      'clock_offset_ms', coalesce(clocks.offset_ms, 0), 'id_offset_ms', coalesce(clocks.id_offset_ms, 0), 'epoch', coalesce(clocks.epoch, 0)), null, ${empty}, false
    from u left join keys it on it.hash = case when u.kind = 'caller' and u.id <> '' then decode(u.id, 'hex') end
    left join lateral (select o.account, o.id from connections join ${byKey(`'account'`, 'u.object', 'connections.account')} o on not o.deleted
      where connections.account = u.object || case when it.livemode then '' else '_test' end and connections.platform = it.account offset 0) acted on u.object <> ''
    left join clocks on clocks.account = coalesce(acted.account, it.account, u.account) where u.kind = 'caller'`,
  ephemeral: `select u.n, it.id, it.version, json_build_object('account', it.account, 'key', it.doc,
      'is_connected', exists (select from connections where connections.account = it.account),
      'clock_offset_ms', coalesce(clocks.offset_ms, 0), 'id_offset_ms', coalesce(clocks.id_offset_ms, 0), 'epoch', coalesce(clocks.epoch, 0)), it.secret, ${empty}, it.deleted
    from u, lateral (select * from objects where object = 'ephemeral_key' and id = u.id offset 0) it
    left join clocks on clocks.account = it.account where u.kind = 'ephemeral'`,
  session: `select u.n, it.id, it.version, json_build_object('home', it.account, 'session', it.doc, 'member', who.doc,
      'account', coalesce(acted.account, books.account), 'account_id', coalesce(acted.id, books.id),
      'is_connected', exists (select from connections where connections.account = coalesce(acted.account, books.account)),
      'clock_offset_ms', coalesce(clocks.offset_ms, 0), 'id_offset_ms', coalesce(clocks.id_offset_ms, 0), 'epoch', coalesce(clocks.epoch, 0)), it.secret, ${empty}, it.deleted or who.deleted
    from u cross join lateral (select * from objects where object = 'member_session' and id = u.id offset 0) it
    cross join ${byKey(`'member'`, `it.doc ->> 'member'`, 'it.account')} who
    cross join lateral (select regexp_replace(it.account, '_test$', '') as id, regexp_replace(it.account, '_test$', '') || case u.object when 'test' then '_test' else '' end as account) books
    left join lateral (select o.account, o.id from connections join ${byKey(`'account'`, 'u.account', 'connections.account')} o on not o.deleted
      where connections.account = u.account || case u.object when 'test' then '_test' else '' end and connections.platform = books.account offset 0) acted on u.account <> ''
    left join clocks on clocks.account = coalesce(acted.account, books.account) where u.kind = 'session'`,
} as const;
