-- The test clock that an object runs on, where it names one: lists leave it out unless they are asked for that clock (docs/decisions/0028).
-- step: in one transaction
alter table objects add column if not exists test_clock text collate "C";
-- step: concurrently
create index concurrently if not exists objects_test_clock on objects (account, object, test_clock, id desc) where test_clock is not null;
