-- Declines of payers' attempts are rows of usage that count for an hour (docs/decisions/0063). This finds those that are over.
-- step: concurrently
create index concurrently if not exists usage_declines on usage (at) where metered like 'declines %';
