-- What customers have used (docs/decisions/0032): a row for each thing that is recorded, found by whose it is and when.
-- step: in one transaction
create table if not exists usage (
  account  text collate "C" not null,
  metered  text collate "C" not null,   -- the id of the meter, or of the subscription item
  customer text collate "C" not null,   -- '' for a subscription item, which is one customer's
  at       bigint not null,             -- seconds on the customer's clock
  id       text collate "C" not null,   -- the object that recorded it
  value    numeric,                     -- null once it has been canceled
  replaces boolean not null,            -- takes the place of what was recorded before for the same moment
  primary key (account, metered, customer, at, id) include (value, replaces)
) with (autovacuum_vacuum_insert_scale_factor = 0.05);
