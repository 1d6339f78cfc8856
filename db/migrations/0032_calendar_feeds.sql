-- A calendar that follows somebody's plan by a secret link. Only the hash of the secret is kept; a new link ends the old.
create table calendar_feeds (
  user_id bigint primary key references users,
  token_hash bytea not null unique check (length(token_hash) = 32),
  locale text not null check (locale in ('zh-Hant', 'en')),
  made_at timestamptz not null default now()
);
create trigger owner_not_deleted before insert on calendar_feeds
  for each row execute function refuse_deleted_owner();
