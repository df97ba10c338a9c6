-- Takes away the events of an object that is forgotten, and their deliveries (docs/decisions/0071). They came with the object or after it, and
-- the time in an id follows its prefix.
create function forget_events(of_account text, of_id text) returns boolean language sql volatile as $$
  with gone as (
    delete from events where account = of_account and object_id = of_id and id >= 'evt_' || substr(split_part(of_id, '_', 2), 1, 8) returning id
  ), undelivered as (
    delete from jobs using gone where jobs.account = of_account and jobs.subject = gone.id
  )
  select true
$$;
