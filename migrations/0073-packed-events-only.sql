-- contract of 0072
-- step: in one transaction
drop function told_event(text, text, text, json);
alter table events alter column doc drop not null;
