-- What no two objects of an account share: who comes second is refused by the key.
create table uniques (
  account text collate "C" not null,
  object  text collate "C" not null,
  member  text collate "C" not null,
  value   text collate "C" not null,
  id      text collate "C" not null,
  primary key (account, object, member, value)
);

-- Series of numbers without a gap. Null is how a lost race is refused.
create table sequences (
  account text collate "C" not null,
  name    text collate "C" not null,
  value   int not null,
  primary key (account, name)
);
