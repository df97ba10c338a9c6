-- What is in a file, in pieces, each sealed under a key of the file's own that is in the vault: with the key they are gone (decision 0020).
create table contents (
  account  text collate "C" not null,
  file     text collate "C" not null,
  bytes    bigint not null,                        -- what it takes up; while it is being sent, what it said it would
  begun_at timestamptz not null default now(),     -- by the database's clock: what no file names an hour later is nobody's
  primary key (account, file)
);

create table pieces (
  account text collate "C" not null,
  file    text collate "C" not null,
  place   int not null,
  sealed  bytea not null,
  primary key (account, file, place)
);
alter table pieces alter column sealed set storage external;   -- what is sealed does not get shorter
