-- An event as callers read it. The client secret stays in one column of its object; an event of a PaymentIntent or SetupIntent shows it, as at
-- Stripe, once it is read. The object begins with its id and its kind, so the first mention of that kind is where its members go on.
create function told_event(of_account text, of_type text, of_object text, doc json) returns json language sql stable as $$
  select case when secret is null then doc
    else regexp_replace(doc::text, '"object":"(payment_intent|setup_intent)",', '"object":"\1","client_secret":"' || secret || '",')::json end
  from (select case when split_part(of_type, '.', 1) in ('payment_intent', 'setup_intent') then
    (select o.secret from objects o where o.account = of_account and o.object = split_part(of_type, '.', 1) and o.id = of_object) end as secret) found
$$;
