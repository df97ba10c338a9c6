-- Events of one object, newest first: its history.
-- step: concurrently
create index concurrently if not exists events_object on events (account, object_id, id desc);
