-- Who is banned cannot log in. Having proved the number, they ask here: that the ban be lifted, for a copy of their data, or
-- that it be deleted. The answer waits for them at the next log-in.
create table ban_requests (
  id bigint generated always as identity (start with 1001) primary key,
  ban_id bigint not null references bans,
  -- Null where the number has no account; then there is nothing to copy or to delete.
  user_id bigint references users,
  wish text not null check (wish in ('appeal', 'copy', 'delete')),
  -- Emptied when the account is deleted; of a number without an account, when the ban is lifted.
  words text not null check (length(words) <= 2000),
  made_at timestamptz not null default now(),
  decision text check (decision in ('lifted', 'kept', 'granted', 'refused', 'over')),
  answer text not null default '' check (length(answer) <= 1000),
  decided_at timestamptz,
  check (wish = 'appeal' or user_id is not null),
  check ((decision is null) = (decided_at is null))
);
create unique index one_open_ban_request on ban_requests (ban_id, wish) where decided_at is null;
create index ban_requests_of_ban on ban_requests (ban_id, wish, id desc);
create index ban_requests_of_user on ban_requests (user_id);
create trigger owner_not_deleted before insert on ban_requests
  for each row when (new.user_id is not null) execute function refuse_deleted_owner();

-- However a ban is lifted, nothing about it waits for an operator any more.
create function close_ban_requests() returns trigger language plpgsql as $$
begin
  with closed as (
    update ban_requests set decision = 'over', decided_at = now()
    where ban_id = new.id and decided_at is null
    returning id
  )
  delete from queue_items using closed
  where kind in ('ban_appeal', 'ban_copy', 'ban_delete') and state = 'open' and subject_id = closed.id::text;
  update ban_requests set words = '', answer = '' where ban_id = new.id and user_id is null;
  return null;
end $$;
create trigger close_ban_requests after update of lifted_at on bans
  for each row when (old.lifted_at is null and new.lifted_at is not null) execute function close_ban_requests();
