-- A charge is a little longer than what PostgreSQL leaves as it is, so every one was compressed twice, as object and in its event, for a
-- few hundred bytes: a twentieth of a payment's CPU time (docs/decisions/0001). What a page does not hold twice still is.
alter table objects set (toast_tuple_target = 4080);
alter table events set (toast_tuple_target = 4080);
