-- The text of an event may be packed: the first eight bytes of a dictionary's hash, then the text compressed by LZ4 with that
-- dictionary (docs/decisions/0077). Programs of before need the text itself, so it is packed once 0073 has run.
create table dictionaries (
  id bytea primary key,   -- the first eight bytes of the SHA-256 of the content
  shape text not null,   -- the kind of object, and a hash of its members' names
  content bytea not null
);

alter table events add column packed bytea, add column status text;

create or replace view event_log as
  select account, id, type, object_id, coalesce(status, doc -> 'data' -> 'object' ->> 'status') as status from events;
