-- Messages of test mode, which are shown and never sent.
create table mails (
  account    text collate "C" not null,
  id         text collate "C" not null,            -- of the event that it tells of
  created_at timestamptz not null,
  doc        json not null,                        -- to, subject, text, html, the name of what is attached
  primary key (account, id)
);
create index mails_newest on mails (created_at desc);
