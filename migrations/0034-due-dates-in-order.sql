-- Lists ask for ranges of due dates, which compare as text once they have as many digits.
-- step: concurrently
create index concurrently if not exists objects_due_date_in_order on objects (account, object, (lpad(due_date, 12, '0')), id desc) where due_date is not null;
-- step: concurrently
drop index concurrently if exists objects_due_date;
