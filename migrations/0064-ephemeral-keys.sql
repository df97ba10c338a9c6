-- An ephemeral key is found by its id alone: the account that it is of is not in it.
-- step: concurrently
create index concurrently if not exists objects_ephemeral_key on objects (id) where object = 'ephemeral_key';
