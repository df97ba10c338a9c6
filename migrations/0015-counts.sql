-- What processes count together for a while: requests of a key, wrong keys of an address. No row is worth a write to the log: after a crash
-- they begin to count anew.
create unlogged table counts (
  name     text collate "C" primary key,           -- what is counted
  began_ms bigint not null,                        -- when counting began, by the service's clock
  taken    int not null,
  granted  int not null                            -- how many the last process got that asked
) with (fillfactor = 50);
