-- Which accounts are connected with a platform; both are the tables' keys of an account and mode.
create table if not exists connections (
  account  text collate "C" primary key,
  platform text collate "C" not null
);
create index if not exists connections_platform on connections (platform);
