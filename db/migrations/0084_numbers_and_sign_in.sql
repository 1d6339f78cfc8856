-- A repeated renewal is compared with the browser that made it, and not with the browser of the log-in, which may have
-- been updated since. `sessions.browser_hash` is not written any more.
alter table session_tokens add column used_browser_hash bytea;
alter table sessions alter column browser_hash drop not null;

-- What the phone shows of the browser that asks to be let in: its name and network, encrypted, and three numbers of which
-- one stands on that browser's screen. A wrong one refuses the request.
alter table qr_logins
  add column asked_by_browser text not null default '',
  add column number smallint not null default 0,
  add column choices smallint[] not null default '{}',
  add column refused_at timestamptz;

-- Wrong answers to the question that a number is asked after a year without a log-in.
alter table users add column check_failures smallint not null default 0;

-- Somebody without the old number asks that the account be moved to a new one. The new number is kept until its owner has
-- been told how it ended.
create table number_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  phone_hash bytea,
  phone_cipher bytea,
  phone_key text,
  locale text not null check (locale in ('zh-Hant', 'en')),
  given_name text not null default '' check (length(given_name) <= 60),
  story text not null default '' check (length(story) <= 500),
  -- granted: the old number is being told. waiting: it has been told, and the account moves at `due_at`.
  state text not null default 'asked'
    check (state in ('asked', 'granted', 'waiting', 'moved', 'stopped', 'refused', 'failed')),
  asked_at timestamptz not null default now(),
  due_at timestamptz,
  ended_at timestamptz,
  check ((phone_hash is null) = (phone_cipher is null) and (phone_hash is null) = (phone_key is null)),
  check ((state = 'waiting') <= (due_at is not null))
);
create unique index number_requests_once on number_requests (user_id, phone_hash)
  where state in ('asked', 'granted', 'waiting');
create unique index number_requests_one_granted on number_requests (user_id) where state in ('granted', 'waiting');
create trigger owner_not_deleted before insert on number_requests
  for each row execute function refuse_deleted_owner();

-- Accounts whose number has a new owner: nobody can log in to them, and they are deleted at `delete_at` unless the
-- former owner asks for them first.
create table sealed_accounts (
  user_id bigint primary key references users,
  phone_hash bytea not null,
  phone_cipher bytea not null,
  phone_key text not null,
  sealed_at timestamptz not null default now(),
  delete_at timestamptz not null
);
create index sealed_accounts_of_number on sealed_accounts (phone_hash);
create trigger owner_not_deleted before insert on sealed_accounts
  for each row execute function refuse_deleted_owner();

-- The thread of somebody else that this one was copied from, which may be gone by now.
alter table chat_threads add column copied_from bigint;
create index chat_threads_copied_from on chat_threads (copied_from) where copied_from is not null;
create index eraser_records_copied_from on eraser_records (copied_from) where copied_from is not null;
