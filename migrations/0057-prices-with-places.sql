-- Callers may choose the ids of prices too (plans). Those of before, and what a program of before writes meanwhile, have no place but their id.
-- step: concurrently
create index concurrently if not exists objects_listed on objects (account, object, (coalesce(place, id)) desc)
  where object in ('coupon', 'price', 'product');
