-- What tutors look for among the cases: they are told when a new one is found by it. The terms are those of the list.
create table saved_searches (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users,
  search jsonb not null,
  saved_at timestamptz not null default now(),
  unique (user_id, search)
);
create trigger owner_not_deleted before insert on saved_searches
  for each row execute function refuse_deleted_owner();
