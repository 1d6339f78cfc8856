-- What a match becomes: a class with its weekly times, and the lessons that are clocked in. The order of events is kept
-- here, whatever the program above does: a tutor is in one place at a time, a lesson ends after it began, nothing is
-- taught once the class has stopped, and nothing that happened can be rewritten.

create table classes (
  id bigint generated always as identity (start with 1001) primary key,
  match_id bigint not null unique references matches,
  family_user_id bigint not null references users,
  tutor_user_id bigint not null references users,
  -- As agreed: HK$ per hour, half hours of the week, where, and how long a lesson is meant to be.
  price integer not null check (price between 50 and 5000),
  slots integer[] not null check (0 <= all (slots) and 335 >= all (slots)),
  tutoring_type_id integer not null references tutoring_types,
  region_id integer references regions,
  lesson_minutes integer not null check (lesson_minutes between 30 and 480),
  -- A day in Hong Kong.
  begins_on date not null,
  made_at timestamptz not null default now(),
  -- 1 in progress, 2 stopped.
  finish_status smallint not null default 1 check (finish_status in (1, 2)),
  stopped_at timestamptz,
  stopped_by text check (stopped_by in ('family', 'tutor')),
  stop_reason text not null default '' check (length(stop_reason) <= 500),
  unique (id, tutor_user_id),
  check (family_user_id <> tutor_user_id),
  check ((finish_status = 2) = (stopped_at is not null)),
  check (stopped_by is null or finish_status = 2)
);
create index classes_of_family on classes (family_user_id, id desc);
create index classes_of_tutor on classes (tutor_user_id, id desc);
create trigger sides_not_deleted before insert on classes
  for each row execute function refuse_deleted_side();

create table lessons (
  id bigint generated always as identity (start with 1001) primary key,
  class_id bigint not null,
  tutor_user_id bigint not null references users,
  foreign key (class_id, tutor_user_id) references classes (id, tutor_user_id),
  -- The time that counts.
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Whose word the end is: the tutor's, or ours where the class stopped or the end was forgotten.
  ended_how text check (ended_how in ('tutor', 'stopped', 'forgotten')),
  -- What the phone's clock said, and when it reached us.
  start_device_at timestamptz not null,
  start_received_at timestamptz not null,
  end_device_at timestamptz,
  end_received_at timestamptz,
  -- Which lesson of the plan this is, if any.
  planned_at timestamptz,
  is_trial boolean not null default false,
  state text not null default 'open' check (state in ('open', 'awaiting', 'disputed', 'confirmed', 'void')),
  -- Silence is a yes from then on.
  confirm_by timestamptz,
  settled_how text check (settled_how in ('family', 'silence', 'operator')),
  settled_at timestamptz,
  -- The time the tutor cannot be elsewhere; written by the trigger below.
  taken tstzrange not null,
  constraint lesson_ends_after_start check (ended_at > started_at),
  constraint lesson_not_too_long check (ended_at <= started_at + interval '8 hours'),
  check (state <> 'open' or ended_at is null),
  check (state in ('open', 'void') or ended_at is not null),
  check ((ended_at is null) = (ended_how is null)),
  check ((ended_at is null) = (confirm_by is null)),
  check ((ended_at is null) = (end_received_at is null)),
  check ((settled_how is null) = (state not in ('confirmed', 'void'))),
  check ((settled_how is null) = (settled_at is null)),
  -- A range of one id stands for equality: no extension is needed for it.
  constraint lessons_never_overlap exclude using gist (
    int8range(tutor_user_id, tutor_user_id, '[]') with &&, taken with &&
  ) where (state <> 'void')
);
create unique index one_open_lesson_per_tutor on lessons (tutor_user_id) where state = 'open';
create unique index one_lesson_per_plan on lessons (class_id, planned_at)
  where planned_at is not null and state <> 'void';
create index lessons_of_class on lessons (class_id, started_at desc);
create index lessons_of_tutor on lessons (tutor_user_id, started_at);
create index lessons_awaiting on lessons (confirm_by) where state = 'awaiting';

create function hold_lesson() returns trigger language plpgsql as $$
declare
  stopped timestamptz;
  next_start timestamptz;
begin
  -- Waits for a stop that is under way.
  select stopped_at into stopped from classes where id = new.class_id for share;
  if tg_op = 'UPDATE' then
    if (new.id, new.class_id, new.tutor_user_id, new.started_at, new.start_device_at, new.start_received_at, new.is_trial)
      is distinct from
      (old.id, old.class_id, old.tutor_user_id, old.started_at, old.start_device_at, old.start_received_at, old.is_trial)
    then
      raise exception 'what began a lesson does not change' using errcode = 'check_violation',
        constraint = 'lesson_start_is_fixed';
    end if;
    if not (
      (old.state = new.state and old.state in ('open', 'awaiting'))
      or (old.state, new.state) in (('open', 'awaiting'), ('open', 'void'), ('awaiting', 'confirmed'),
        ('awaiting', 'disputed'), ('disputed', 'confirmed'), ('disputed', 'void'))
    ) then
      raise exception 'a lesson may not go from % to %', old.state, new.state using errcode = 'check_violation',
        constraint = 'lesson_steps';
    end if;
    if new.state = 'disputed' and now() >= old.confirm_by then
      raise exception 'silence has confirmed this lesson' using errcode = 'check_violation',
        constraint = 'lesson_confirmed_by_silence';
    end if;
    -- Only an operator's decision changes a time that the family has seen as the tutor's word.
    if old.ended_how = 'tutor' and new.ended_at is distinct from old.ended_at and old.state <> 'disputed' then
      raise exception 'the end of a lesson is given once' using errcode = 'check_violation',
        constraint = 'lesson_end_is_fixed';
    end if;
  end if;
  if stopped is not null
    and (new.started_at >= stopped or new.ended_at > stopped)
    and (tg_op = 'INSERT' or new.ended_at is distinct from old.ended_at)
  then
    raise exception 'the class has stopped' using errcode = 'check_violation',
      constraint = 'nothing_on_a_stopped_class';
  end if;
  if new.ended_at is null then
    select min(started_at) into next_start from lessons
      where tutor_user_id = new.tutor_user_id and started_at > new.started_at and state <> 'void' and id <> new.id;
    new.taken := tstzrange(new.started_at, least(new.started_at + interval '8 hours', next_start, stopped));
  else
    -- An end before the start is for the constraint to refuse.
    new.taken := tstzrange(new.started_at, greatest(new.started_at, new.ended_at));
  end if;
  return new;
end $$;
create trigger hold_lesson before insert or update on lessons
  for each row execute function hold_lesson();

create function refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'what is in % stays', tg_table_name;
end $$;
create trigger lessons_stay before delete on lessons for each row execute function refuse_removal();
create trigger lessons_never_emptied before truncate on lessons execute function refuse_removal();

-- Nothing more happens to a class that has stopped.
create function hold_class() returns trigger language plpgsql as $$
begin
  if (new.id, new.match_id, new.family_user_id, new.tutor_user_id, new.price, new.slots, new.made_at, new.begins_on)
    is distinct from
    (old.id, old.match_id, old.family_user_id, old.tutor_user_id, old.price, old.slots, old.made_at, old.begins_on)
    or (old.finish_status = 2 and (new.finish_status, new.stopped_at, new.stopped_by)
      is distinct from (old.finish_status, old.stopped_at, old.stopped_by))
  then
    raise exception 'what was agreed for a class does not change' using errcode = 'check_violation',
      constraint = 'class_is_fixed';
  end if;
  return new;
end $$;
create trigger hold_class before update on classes for each row execute function hold_class();

-- What each tap was taken for. A key is taken once, so that a repeated one answers what the first made.
create table clock_entries (
  id bigint generated always as identity primary key,
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
  unique (user_id, key),
  check (status = 3 or lesson_id is not null)
);
create index clock_entries_of_lesson on clock_entries (lesson_id);
create index clock_entries_of_class on clock_entries (class_id);
create trigger owner_not_deleted before insert on clock_entries
  for each row execute function refuse_deleted_owner();

-- Everything that happened to a class and its lessons. Times and states only: what people wrote stands where it can be
-- forgotten.
create table class_history (
  id bigint generated always as identity primary key,
  class_id bigint not null references classes,
  lesson_id bigint references lessons,
  at timestamptz not null default clock_timestamp(),
  actor text not null check (actor in ('family', 'tutor', 'operator', 'system')),
  what text not null check (what ~ '^[a-z_]+$'),
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object')
);
create index class_history_of_lesson on class_history (lesson_id, id);
create index class_history_of_class on class_history (class_id, id);

create function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history of classes is append only';
end $$;
create trigger class_history_append_only before update or delete on class_history
  for each row execute function refuse_history_change();
create trigger class_history_never_emptied before truncate on class_history
  execute function refuse_history_change();

create function current_actor() returns text language sql stable as $$
  select coalesce(nullif(current_setting('mingshi.actor', true), ''), 'system');
$$;

create function keep_lesson_history() returns trigger language plpgsql as $$
begin
  insert into class_history (class_id, lesson_id, actor, what, facts) values (
    new.class_id, new.id, current_actor(),
    case
      when tg_op = 'INSERT' then 'started'
      when old.state = new.state then 'corrected'
      when new.state = 'awaiting' then 'ended'
      else new.state
    end,
    jsonb_build_object('started_at', new.started_at, 'ended_at', new.ended_at, 'ended_how', new.ended_how,
      'state', new.state, 'settled_how', new.settled_how)
  );
  return null;
end $$;
create trigger keep_lesson_history after insert or update on lessons
  for each row execute function keep_lesson_history();

create function keep_class_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into class_history (class_id, actor, what, facts) values (new.id, current_actor(), 'made',
      jsonb_build_object('price', new.price, 'slots', to_jsonb(new.slots)));
  elsif new.finish_status <> old.finish_status then
    insert into class_history (class_id, actor, what, facts) values (new.id, current_actor(), 'stopped',
      jsonb_build_object('stopped_at', new.stopped_at, 'stopped_by', new.stopped_by));
  end if;
  return null;
end $$;
create trigger keep_class_history after insert or update on classes
  for each row execute function keep_class_history();

-- Both accounts of a lesson that the family does not recognise; emptied when their writer's account is deleted.
create table lesson_disputes (
  lesson_id bigint primary key references lessons,
  family_note text not null check (length(family_note) <= 1000),
  tutor_note text not null default '' check (length(tutor_note) <= 1000),
  opened_at timestamptz not null default now()
);

-- Matches that were made before there were classes. A match that is over was never clocked in.
insert into classes (match_id, family_user_id, tutor_user_id, price, slots, tutoring_type_id, region_id, lesson_minutes,
  begins_on, made_at, finish_status, stopped_at)
select matches.id, family_user_id, tutor_user_id, matches.price, slots, cases.tutoring_type_id, cases.tutoring_region_id,
  (tutoring_times_per_class.hours * 60)::int,
  greatest(cases.start_tutoring_date, (made_at at time zone 'Asia/Hong_Kong')::date), made_at,
  case when ended_at is null then 1 else 2 end, ended_at
from matches
join cases on cases.id = case_id
join tutoring_times_per_class on tutoring_times_per_class.id = cases.tutoring_time_per_class_id
join users family on family.id = family_user_id and family.deleted_at is null
join users tutor on tutor.id = tutor_user_id and tutor.deleted_at is null;
