-- Members of accounts, and their sessions. Processes of the previous version neither write nor read them.
-- step: in one transaction
alter table objects
  add column if not exists member text collate "C",
  add column if not exists role text collate "C";
-- step: concurrently
create index concurrently if not exists objects_member on objects (account, object, member, id desc) where member is not null;
-- step: concurrently
create index concurrently if not exists objects_role on objects (account, object, role, id desc) where role is not null;
-- A person signs in with an e-mail address, and a browser with the id of a session: neither names the account.
-- step: concurrently
create index concurrently if not exists objects_members_by_email on objects (email) where object = 'member';
-- step: concurrently
create index concurrently if not exists objects_members on objects (id) where object = 'member';
-- step: concurrently
create index concurrently if not exists objects_member_sessions on objects (id) where object = 'member_session';
