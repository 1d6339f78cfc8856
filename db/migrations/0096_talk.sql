-- A conversation opens with the application or invitation, not only with the match that may come of it: its id is the
-- interest's. What was written under the id of a match is put under that of its interest; ids of messages stay.

lock table conversation_messages, conversation_reads, reports, user_blocks, queue_items in access exclusive mode;

create temp table kept_messages on commit drop as
  select messages.id, matches.interest_id, messages.user_id, client_key, text, sent_at
  from conversation_messages messages join matches on matches.id = messages.match_id;
create temp table kept_reads on commit drop as
  select matches.interest_id, seen.user_id, read_up_to
  from conversation_reads seen join matches on matches.id = seen.match_id;
-- Ids are never given twice, also those of rows that are gone.
create temp table kept_counter on commit drop as
  select last_value as last from pg_sequences
  where schemaname = current_schema and sequencename = 'conversation_messages_id_seq';

drop table conversation_messages, conversation_reads;

create table conversation_messages (
  id bigint generated always as identity,
  interest_id bigint not null references interests on delete cascade,
  -- Who wrote it.
  user_id bigint not null references users,
  -- Made by the page: a message that is sent twice is one.
  client_key uuid not null,
  -- Empty once its writer's account is deleted, and where only files were sent.
  text text not null check (length(text) <= 2000),
  sent_at timestamptz not null default now(),
  primary key (interest_id, id),
  unique (interest_id, user_id, client_key)
) partition by hash (interest_id);

do $$
begin
  for part in 0 .. 15 loop
    execute format('create table %I partition of conversation_messages for values with (modulus 16, remainder %s)',
      'conversation_messages_' || part, part);
  end loop;
end $$;

-- How far each side has read.
create table conversation_reads (
  interest_id bigint not null references interests on delete cascade,
  user_id bigint not null references users,
  read_up_to bigint not null,
  primary key (interest_id, user_id)
);

-- Photos and PDFs. One is uploaded first and sent with a message then; what is never sent is deleted after a day.
create table conversation_files (
  id bigint generated always as identity (start with 1001) primary key,
  interest_id bigint not null references interests on delete cascade,
  -- Who sent it.
  user_id bigint not null references users,
  -- Made by the page: a file that is uploaded twice is one.
  client_key uuid not null,
  message_id bigint,
  position smallint not null default 0,
  file_key text not null unique,
  -- A small picture of it: of a PDF, its first page.
  preview_key text not null unique,
  media_type text not null check (media_type in ('image/webp', 'application/pdf')),
  byte_size integer not null check (byte_size > 0),
  -- Of the preview, in pixels: its place on the page is known before it is loaded.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  pages integer not null default 1 check (pages > 0),
  created_at timestamptz not null default now(),
  unique (user_id, client_key),
  foreign key (interest_id, message_id) references conversation_messages (interest_id, id) on delete cascade
);

insert into conversation_messages (id, interest_id, user_id, client_key, text, sent_at) overriding system value
  select id, interest_id, user_id, client_key, text, sent_at from kept_messages;
insert into conversation_reads select * from kept_reads;
select setval(pg_get_serial_sequence('conversation_messages', 'id'), last) from kept_counter where last is not null;

create index conversation_messages_of_user on conversation_messages (user_id);
create index conversation_reads_of_user on conversation_reads (user_id);
create index conversation_files_of_message on conversation_files (interest_id, message_id);
create index conversation_files_of_user on conversation_files (user_id, created_at);

create trigger owner_not_deleted before insert on conversation_messages
  for each row execute function refuse_deleted_owner();
create trigger owner_not_deleted before insert on conversation_reads
  for each row execute function refuse_deleted_owner();
create trigger owner_not_deleted before insert on conversation_files
  for each row execute function refuse_deleted_owner();

-- Where a conversation is named by its id. One statement each, so that the id of one is never taken for that of another.
drop index reports_open;
update reports set place_id = matches.interest_id from matches
  where place = 'conversation' and matches.id = place_id;
create unique index reports_open on reports (reporter_user_id, place, place_id) where decided_at is null;
update user_blocks set place_id = matches.interest_id from matches
  where place = 'conversation' and matches.id = place_id;

create temp table kept_items on commit drop as
  select items.id, 'conversation:' || matches.interest_id || ':' || split_part(subject_id, ':', 3) as subject_id
  from queue_items items join matches on matches.id = split_part(subject_id, ':', 2)::bigint
  where kind = 'person_report' and subject_id like 'conversation:%';
update queue_items set subject_id = 'moving:' || queue_items.id from kept_items where kept_items.id = queue_items.id;
update queue_items set subject_id = kept_items.subject_id from kept_items where kept_items.id = queue_items.id;
