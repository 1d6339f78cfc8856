-- Processes that end calls. Each shows every second that it lives; one that is silent is left out, and its calls are
-- ended by the others. `calls` counts its live calls, within the transaction that begins or ends one.
create table voice_processes (
  id uuid primary key,
  address text not null,
  capacity integer not null check (capacity >= 0),
  calls integer not null default 0 check (calls >= 0),
  is_draining boolean not null default false,
  -- What it found of voices and recognisers.
  speech jsonb not null,
  seen_at timestamptz not null default now()
);

create table voice_calls (
  id uuid primary key,
  user_id bigint not null references users (id),
  -- Null: an endpoint upstream has the call, and `watched_until` says how long somebody has been watching it.
  process_id uuid,
  upstream_id text not null default '',
  watched_until timestamptz,
  thread_id bigint,
  mode text not null,
  language text not null,
  begun_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_reason text not null default '',
  -- Seconds used as last reported, and those before the slice that is held now.
  used_seconds integer not null default 0 check (used_seconds >= 0),
  slice_from integer not null default 0,
  slice_seconds integer not null default 0,
  reservation_id bigint
);

-- One call a person; a new one ends the old.
create unique index voice_calls_one_live on voice_calls (user_id) where ended_at is null;
create index voice_calls_of_process on voice_calls (process_id) where ended_at is null;
create index voice_calls_of_user on voice_calls (user_id);
create trigger owner_not_deleted before insert on voice_calls
  for each row execute function refuse_deleted_owner();
