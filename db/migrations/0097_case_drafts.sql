-- The case that a family is still writing, one per account, as its form keeps it; it goes when the case is posted.
create table case_drafts (
  user_id bigint primary key references users on delete cascade,
  key uuid not null,
  form jsonb not null,
  saved_at timestamptz not null default now()
);
create trigger owner_not_deleted before insert on case_drafts
  for each row execute function refuse_deleted_owner();
