-- What the two sides of a match write to each other.
create table conversation_messages (
  id bigint generated always as identity primary key,
  match_id bigint not null references matches on delete cascade,
  -- Who wrote it.
  user_id bigint not null references users,
  -- Made by the page: a message that is sent twice is one.
  client_key uuid not null,
  -- Empty once its writer's account is deleted.
  text text not null check (length(text) <= 2000),
  sent_at timestamptz not null default now(),
  unique (match_id, user_id, client_key)
);
create index conversation_messages_of_match on conversation_messages (match_id, id desc);
create index conversation_messages_of_user on conversation_messages (user_id);
create trigger owner_not_deleted before insert on conversation_messages
  for each row execute function refuse_deleted_owner();

-- How far each side has read.
create table conversation_reads (
  match_id bigint not null references matches on delete cascade,
  user_id bigint not null references users,
  read_up_to bigint not null,
  primary key (match_id, user_id)
);
create index conversation_reads_of_user on conversation_reads (user_id);
create trigger owner_not_deleted before insert on conversation_reads
  for each row execute function refuse_deleted_owner();
