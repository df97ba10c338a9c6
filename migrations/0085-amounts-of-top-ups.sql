-- What lists of top-ups and of payment methods filter by. Processes of the previous version do not know the columns, and continue to work; what they write has its columns from its next change on.
-- step: in one transaction
alter table objects
  add column if not exists allow_redisplay text collate "C",
  add column if not exists amount text collate "C";
-- step: concurrently
create index concurrently if not exists objects_allow_redisplay on objects (account, object, allow_redisplay, id desc) where allow_redisplay is not null;
-- step: concurrently
create index concurrently if not exists objects_amount on objects (account, object, amount, id desc) where amount is not null;
-- step: in batches over objects
update objects
set amount = case when object = 'topup' then doc ->> 'amount' else amount end,
  allow_redisplay = case when object = 'payment_method' then coalesce(doc ->> 'allow_redisplay', 'unspecified') else allow_redisplay end
where ctid >= $1::tid and ctid < $2::tid and not deleted
  and ((object = 'topup' and amount is null) or (object = 'payment_method' and allow_redisplay is null));
