-- A link by which somebody a tutor trusts sees until when a lesson lasts. Only the hash of the secret is kept; a new link
-- ends the old.
create table safety_timers (
  user_id bigint primary key references users,
  lesson_id bigint not null references lessons,
  token_hash bytea not null unique check (length(token_hash) = 32),
  ends_at timestamptz not null,
  made_at timestamptz not null default now(),
  -- The tutor was told that the end is overdue.
  warned_at timestamptz
);
create trigger owner_not_deleted before insert on safety_timers
  for each row execute function refuse_deleted_owner();
