-- An ephemeral key is found by its id alone: the secret does not name the account.
-- step: concurrently
create index concurrently if not exists objects_ephemeral_key on objects (id) where object = 'ephemeral_key';
