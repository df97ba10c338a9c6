-- The name that an operator gives to the place where the database runs; null until a process with one has delivered (docs/decisions/0101).
alter table home add column site text;
