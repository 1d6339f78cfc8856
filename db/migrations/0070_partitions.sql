-- Tables that grow without end, in parts: what belongs to somebody by its owner, what only ever happens by its month.
-- Everything that was in them is put into the parts, under the same names, keys and ids.

-- Nobody writes to them meanwhile.
lock table conversation_messages, clock_entries, notices, class_history, matching_shows in access exclusive mode;

create temp table kept_messages on commit drop as table conversation_messages;
create temp table kept_entries on commit drop as table clock_entries;
create temp table kept_notices on commit drop as table notices;
create temp table kept_history on commit drop as table class_history;
create temp table kept_shows on commit drop as table matching_shows;
-- Ids are never given twice, also those of rows that are gone.
create temp table kept_counters on commit drop as
  select name, (select last_value from pg_sequences
    where schemaname = current_schema and sequencename = name || '_id_seq') as last
  from unnest(array['conversation_messages', 'clock_entries', 'notices', 'class_history']) as name;

drop table conversation_messages, clock_entries, notices, class_history, matching_shows;

create table conversation_messages (
  id bigint generated always as identity,
  match_id bigint not null references matches on delete cascade,
  -- Who wrote it.
  user_id bigint not null references users,
  -- Made by the page: a message that is sent twice is one.
  client_key uuid not null,
  -- Empty once its writer's account is deleted.
  text text not null check (length(text) <= 2000),
  sent_at timestamptz not null default now(),
  primary key (match_id, id),
  unique (match_id, user_id, client_key)
) partition by hash (match_id);

-- What each tap was taken for. A key is taken once, so that a repeated one answers what the first made.
create table clock_entries (
  id bigint generated always as identity,
  user_id bigint not null references users,
  key uuid not null,
  class_id bigint not null references classes,
  -- 1 start, 2 end, 3 stop.
  status smallint not null check (status in (1, 2, 3)),
  lesson_id bigint references lessons,
  device_at timestamptz not null,
  received_at timestamptz not null,
  -- False where another phone had said the same before.
  made_change boolean not null,
  primary key (user_id, id),
  unique (user_id, key),
  check (status = 3 or lesson_id is not null)
) partition by hash (user_id);

create table notices (
  id bigint generated always as identity,
  user_id bigint not null references users,
  kind text not null check (kind ~ '^[a-z_]+$'),
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  told_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (user_id, id)
) partition by hash (user_id);

-- Everything that happened to a class and its lessons. Times and states only: what people wrote stands where it can be
-- forgotten.
create table class_history (
  id bigint generated always as identity,
  class_id bigint not null references classes,
  lesson_id bigint references lessons,
  at timestamptz not null default clock_timestamp(),
  actor text not null check (actor in ('family', 'tutor', 'operator', 'system')),
  what text not null check (what ~ '^[a-z_]+$'),
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  primary key (id, at)
) partition by range (at);

-- Who was shown to whom, where in the list and why: weights are learned from what became of it.
create table matching_shows (
  case_id bigint not null references cases on delete cascade,
  listing_id bigint not null references tutor_listings on delete cascade,
  -- Whether tutors were listed for the case, or cases for the tutor.
  direction text not null check (direction in ('tutors', 'cases')),
  position smallint not null check (position >= 0),
  features real[] not null,
  shown_on date not null default (now() at time zone 'Asia/Hong_Kong')::date,
  primary key (case_id, listing_id, direction, shown_on)
) partition by range (shown_on);

do $$
declare
  parent text;
begin
  foreach parent in array array['conversation_messages', 'clock_entries', 'notices'] loop
    for part in 0 .. 15 loop
      execute format('create table %I partition of %I for values with (modulus 16, remainder %s)',
        parent || '_' || part, parent, part);
    end loop;
  end loop;
end $$;

-- For a month that has no part of its own: nothing is refused because nobody made one in time.
create table class_history_default partition of class_history default;
create table matching_shows_default partition of matching_shows default;

-- Makes the parts of the months from one day to another that are not there yet, and says how many. A month of which rows
-- have come before its part stays where they are. Waits for nobody for long: it is tried again.
create function make_month_partitions(parent text, first_day date, last_day date) returns integer
  language plpgsql set lock_timeout = '3s' as $$
declare
  month date := date_trunc('month', first_day)::date;
  made integer := 0;
  part text;
begin
  perform pg_advisory_xact_lock(hashtextextended('parts of ' || parent, 0));
  while month <= last_day loop
    part := parent || to_char(month, '_YYYY_MM');
    if to_regclass(format('%I', part)) is null then
      begin
        execute format('create table %I partition of %I for values from (%L) to (%L)', part, parent,
          month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
        perform guard_part(parent, part);
        made := made + 1;
      exception when check_violation then
        raise warning 'rows of % are already in the default part of %', month, parent;
      end;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;

-- Triggers for rows come to a part by themselves, those for `truncate` do not.
create function guard_part(parent text, part text) returns void language plpgsql as $$
declare
  guard record;
begin
  for guard in
    select tgname, tgfoid::regproc as refuse from pg_trigger
    where tgrelid = format('%I', parent)::regclass and not tgisinternal and tgtype & 32 <> 0
  loop
    execute format('create trigger %I before truncate on %I execute function %s()', guard.tgname, part, guard.refuse);
  end loop;
end $$;

select make_month_partitions('class_history', coalesce(min(at)::date, current_date), current_date + 100) from kept_history;
select make_month_partitions('matching_shows', coalesce(min(shown_on), current_date), current_date + 100) from kept_shows;

insert into conversation_messages overriding system value select * from kept_messages;
insert into clock_entries overriding system value select * from kept_entries;
insert into notices overriding system value select * from kept_notices;
insert into class_history overriding system value select * from kept_history;
insert into matching_shows select * from kept_shows;
select setval(pg_get_serial_sequence(name, 'id'), last) from kept_counters where last is not null;

create index conversation_messages_of_user on conversation_messages (user_id);
create index clock_entries_of_lesson on clock_entries (lesson_id);
create index clock_entries_of_class on clock_entries (class_id);
create index notices_unread on notices (user_id) where read_at is null;
create index class_history_of_lesson on class_history (lesson_id, id);
create index class_history_of_class on class_history (class_id, id);
create index matching_shows_of_listing on matching_shows (listing_id, shown_on);
create index matching_shows_by_day on matching_shows (shown_on);

create trigger owner_not_deleted before insert on conversation_messages
  for each row execute function refuse_deleted_owner();
create trigger owner_not_deleted before insert on clock_entries
  for each row execute function refuse_deleted_owner();
create trigger owner_not_deleted before insert on notices
  for each row execute function refuse_deleted_owner();
create trigger class_history_append_only before update or delete on class_history
  for each row execute function refuse_history_change();
create trigger class_history_never_emptied before truncate on class_history
  execute function refuse_history_change();
select guard_part('class_history', inhrelid::regclass::text) from pg_inherits
where inhparent = 'class_history'::regclass;
