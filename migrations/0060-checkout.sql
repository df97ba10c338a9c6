-- What lists of checkout sessions and shipping rates filter by.
-- step: in one transaction
alter table objects
  add column if not exists customer_details_email text collate "C",
  add column if not exists fixed_amount_currency text collate "C",
  add column if not exists payment_link text collate "C";
-- step: concurrently
create index concurrently if not exists objects_customer_details_email on objects (account, object, customer_details_email, id desc) where customer_details_email is not null;
-- step: concurrently
create index concurrently if not exists objects_fixed_amount_currency on objects (account, object, fixed_amount_currency, id desc) where fixed_amount_currency is not null;
-- step: concurrently
create index concurrently if not exists objects_payment_link on objects (account, object, payment_link, id desc) where payment_link is not null;
