-- By what an invoice is paid: a filter of its own beside the payment itself.
-- step: concurrently
create index concurrently if not exists objects_payment_type on objects (account, object, payment_type, id desc) where payment_type is not null;
