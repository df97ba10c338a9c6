-- API requests, for developers who look for what their program has sent. Written in batches after the responses, kept for 30 days.
create table request_logs (
  account     text collate "C" not null,
  id          text collate "C" not null,
  path        text collate "C" not null,
  status_code text collate "C" not null,
  outcome     text collate "C" not null,
  object_id   text collate "C",
  created_at  timestamptz not null,
  doc         json not null,
  primary key (account, id)
);
create index request_logs_object_id on request_logs (account, object_id, id desc);
create index request_logs_outcome on request_logs (account, outcome, id desc);
create index request_logs_path on request_logs (account, path, id desc);
create index request_logs_status_code on request_logs (account, status_code, id desc);
-- Rows are added in the order of their time, so that a small index finds the old ones.
create index request_logs_created on request_logs using brin (created_at);
