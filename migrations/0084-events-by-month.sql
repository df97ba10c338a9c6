-- Events by the month of their id (docs/decisions/0093): a month is added before it begins, archived when it is old, and dropped as a whole.

-- step: in one transaction
-- The lower bound of the ids of a moment, as `idBound` of the program.
create or replace function id_bound(prefix text, moment timestamptz) returns text language sql immutable as $$
  select prefix || '_' || string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
      ((extract(epoch from moment) * 1000)::bigint / (62::numeric ^ (7 - place))::bigint % 62)::int + 1, 1), '' order by place)
  from generate_series(0, 7) place
$$;

-- All events until now, and those until the next step has run, become one partition. The bound is checked beside other sessions, so that no lock lasts.
do $$
declare
  bound text := id_bound('evt', date_trunc('month', now() at time zone 'UTC') at time zone 'UTC');
begin
  if exists (select from pg_constraint where conname = 'events_before_bound') then return; end if;
  -- A new database has a partition for each month from the first. Another goes on adding events until the third step has run.
  if exists (select from events) then bound := id_bound('evt', date_trunc('month', (now() at time zone 'UTC') + interval '2 months') at time zone 'UTC'); end if;
  -- Ids of a sandbox whose clock was moved by an early version lie far ahead: such a database keeps one partition.
  if exists (select from events where id >= bound) then bound := 'evt_~'; end if;
  execute format('alter table events add constraint events_before_bound check (id < %L) not valid', bound);
end $$;
-- step: concurrently
alter table events validate constraint events_before_bound;
-- step: in one transaction
-- The partitions of a table, with the bounds of their ids, which are compared as ids are (collate "C"); both are null for the one that has the rows of no other.
create function parts_of(parent regclass) returns table (part text, low text, high text) language sql stable as $$
  select c.relname::text, (regexp_match(bound, 'FROM \(''([^'']*)''\)'))[1], (regexp_match(bound, 'TO \(''([^'']*)''\)'))[1]
  from pg_inherits join pg_class c on c.oid = inhrelid, pg_get_expr(c.relpartbound, c.oid) bound where inhparent = parent
$$;

alter table events rename to events_before;
alter index events_pkey rename to events_before_pkey;
alter index events_type rename to events_before_type;
alter index events_created_at rename to events_before_created_at;
alter index events_object rename to events_before_object;

create table events (like events_before including defaults, primary key (account, id)) partition by range (id);
create index events_type on events (account, type, id desc);
create index events_created_at on events (account, created_at, id desc) where created_at is not null;
create index events_object on events (account, object_id, id desc);

-- Archived months have no index but that of their ids.
create table archived_events (like events_before including defaults, primary key (account, id)) partition by range (id);

do $$
declare
  granted record;
begin
  execute format('alter table events attach partition events_before for values from (minvalue) to (%L)',
    (select (regexp_match(pg_get_constraintdef(oid), '''(evt_[^'']*)'''))[1] from pg_constraint where conname = 'events_before_bound' and conrelid = 'events_before'::regclass));
  for granted in select distinct a.grantee, a.privilege_type from pg_class, aclexplode(relacl) a where pg_class.oid = 'events_before'::regclass loop
    execute format('grant %s on events, archived_events to %s', granted.privilege_type, case when granted.grantee = 0 then 'public' else granted.grantee::regrole::text end);
  end loop;
end $$;

-- What lies in no other partition: events of a program whose clock is far ahead, and archived events of a restored backup.
create table events_rest partition of events default;
create table archived_events_rest partition of archived_events default;

create or replace view event_log as
  select account, id, type, object_id, coalesce(status, doc -> 'data' -> 'object' ->> 'status') as status from events;

-- Attaches a table, with the rows of its ids that lie in the partition without bounds.
create function attach_part(parent text, part text, low text, high text) returns void language plpgsql set search_path from current as $$
begin
  execute format('lock table %I in access exclusive mode', parent || '_rest');
  execute format('with moved as (delete from %I where id >= %L and id < %L returning *) insert into %I select * from moved', parent || '_rest', coalesce(low, ''), high, part);
  execute format('alter table %I attach partition %I for values from (%s) to (%L)', parent, part, coalesce(quote_literal(low), 'minvalue'), high);
end $$;

-- Adds the partition of the month of a moment; false if there is one. The check lets a later move skip reading the rows.
create function add_month_of_events(moment timestamptz) returns boolean language plpgsql security definer set search_path from current set lock_timeout = '200ms' as $$
declare
  month timestamp := date_trunc('month', moment at time zone 'UTC');
  name text := 'events_' || to_char(month, 'YYYY_MM');
  first text := id_bound('evt', month at time zone 'UTC');
  last text := id_bound('evt', (month + interval '1 month') at time zone 'UTC');
begin
  perform pg_advisory_xact_lock(hashtext('florin months'));
  if exists (select from parts_of('events') p where p.high collate "C" > first and coalesce(p.low, '') collate "C" < last)
    or exists (select from parts_of('archived_events') p where p.part = name) then return false; end if;
  execute format('create table %I (like events including defaults, check (id >= %L and id < %L))', name, first, last);
  perform attach_part('events', name, first, last);
  return true;
end $$;

-- Archives the oldest partition whose events are all older than a moment, and returns its name; null if there is none.
create function archive_month_of_events(older_than timestamptz) returns text language plpgsql security definer set search_path from current set lock_timeout = '200ms' as $$
declare
  found record;
  spare text;
begin
  perform pg_advisory_xact_lock(hashtext('florin months'));
  select * into found from parts_of('events') p where p.high collate "C" <= id_bound('evt', older_than) order by p.high collate "C" limit 1;
  if found is null then return null; end if;
  execute format('alter table events detach partition %I', found.part);
  for spare in select indexrelid::regclass::text from pg_index where indrelid = found.part::regclass and not indisprimary loop
    execute 'drop index ' || spare;
  end loop;
  perform attach_part('archived_events', found.part, found.low, found.high);
  return found.part;
end $$;

-- Drops the oldest archived partition whose events are all older than a moment, and returns its name; null if there is none.
create function drop_month_of_events(older_than timestamptz) returns text language plpgsql security definer set search_path from current set lock_timeout = '200ms' as $$
declare
  found record;
begin
  perform pg_advisory_xact_lock(hashtext('florin months'));
  select * into found from parts_of('archived_events') p where p.high collate "C" <= id_bound('evt', older_than) order by p.high collate "C" limit 1;
  if found is null then return null; end if;
  execute format('alter table archived_events detach partition %I', found.part);
  execute format('drop table %I', found.part);
  return found.part;
end $$;

select add_month_of_events(now()), add_month_of_events(now() + interval '1 month');
