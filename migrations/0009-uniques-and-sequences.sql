-- What no two objects of an account share. A value passes from one owner to another only in one write; null is how anybody else is refused.
create table uniques (
  account  text collate "C" not null,
  object   text collate "C" not null,
  member   text collate "C" not null,
  value    text collate "C" not null,
  owner    text collate "C" not null,
  previous text collate "C",
  primary key (account, object, member, value)
);

-- Series of numbers without a gap: the last one of each. Null is how a lost race is refused.
create table sequences (
  account text collate "C" not null,
  name    text collate "C" not null,
  value    int not null,
  previous int,
  primary key (account, name)
);
