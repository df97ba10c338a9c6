-- Only what few objects share is worth an index entry: a payment had twenty-one, most of them in lists that every payment shares. The
-- account leads the path of each term, so the index alone finds one tenant's matches. Programs of before write and read `terms` as it was:
-- until 0018 a row has both shapes, whoever writes it (docs/decisions/0022), and 0017 gives them to the rows of before.
alter table searches alter column terms drop not null, add column rest jsonb not null default '{}';

create function searches_in_both_shapes() returns trigger language plpgsql as $$
begin
  if new.terms = '{}' then                               -- removed by a program of before
    new.rest := '{}';
  elsif new.terms ? 'account' then                       -- by a program of before, or in both shapes already
    new.rest := new.terms - 'account' - new.account;
    new.terms := (new.terms - new.account) || jsonb_build_object(new.account, new.rest - 'created');
  elsif new.rest ? 'created' then                        -- by a program of after
    new.terms := coalesce(new.terms, '{}') || new.rest || coalesce(new.terms -> new.account, '{}') || jsonb_build_object('account', new.account);
  end if;
  return new;
end $$;
create trigger searches_in_both_shapes before insert or update on searches for each row execute function searches_in_both_shapes();
