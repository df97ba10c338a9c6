-- Tables of exchange rates as they were loaded (docs/decisions/0044): the newest is used, the others tell what was used before.
-- step: in one transaction
create table if not exists exchange_rates (
  loaded_at timestamptz primary key default clock_timestamp(),
  doc       json not null                 -- base, date, provider, rates: currency to exact decimal
);
