-- The timetable of a class by agreement: one side proposes weekly times, an extra lesson, a move, a lesson to skip, a
-- holiday, or another length of a lesson that was held, and the other says yes. A tutor is in one place at a time: that
-- holds here, whatever the program above does.

-- Lessons are held between 07:00 and 22:30 in Hong Kong.
create function is_by_day(starts_at timestamptz, minutes integer) returns boolean language sql immutable as $$
  select local::time >= '07:00' and extract(epoch from local::time) / 60 + minutes <= 22.5 * 60
  from (select starts_at at time zone 'Asia/Hong_Kong' as local) as start;
$$;
create function are_by_day(slots integer[]) returns boolean language sql immutable as $$
  select cardinality(slots) > 0
    and not exists (select from unnest(slots) slot where slot not between 0 and 335 or slot % 48 not between 14 and 44);
$$;

-- Weekly times that were agreed on later, in order: [{"from": "…", "slots": […]}]. Each holds until the next one begins.
alter table classes add column weeks jsonb not null default '[]' check (jsonb_typeof(weeks) = 'array');

create table plan_proposals (
  id bigint generated always as identity (start with 1001) primary key,
  class_id bigint not null references classes,
  kind text not null check (kind in ('weekly', 'extra', 'move', 'cancel', 'pause', 'minutes')),
  made_by text not null check (made_by in ('family', 'tutor')),
  -- Made by the page, so that what is sent twice counts once.
  key uuid not null,
  made_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'lapsed')),
  answered_at timestamptz,
  -- From then on there is nothing left to agree on.
  lapses_at timestamptz not null,
  -- The place in the plan of the lesson that is moved or skipped.
  planned_at timestamptz,
  -- When that lesson was to begin.
  was_at timestamptz,
  starts_at timestamptz,
  minutes integer check (minutes between case when kind = 'minutes' then 1 else 30 end and 480),
  from_day date,
  to_day date,
  slots integer[],
  -- The lesson whose length is corrected, and its minutes before.
  lesson_id bigint references lessons,
  was_minutes integer,
  unique (class_id, made_by, key),
  check ((state = 'open') = (answered_at is null)),
  check ((kind in ('move', 'cancel')) = (planned_at is not null)),
  check ((planned_at is null) = (was_at is null)),
  check ((kind in ('extra', 'move')) = (starts_at is not null)),
  check ((kind in ('extra', 'move', 'minutes')) = (minutes is not null)),
  check ((kind = 'minutes') = (lesson_id is not null)),
  check ((lesson_id is null) = (was_minutes is null)),
  check ((kind in ('weekly', 'pause')) = (from_day is not null)),
  check ((kind = 'pause') = (to_day is not null)),
  check (to_day >= from_day),
  check ((kind = 'weekly') = (slots is not null)),
  constraint plan_by_day check (is_by_day(starts_at, minutes) and are_by_day(slots))
);
create unique index one_open_weekly on plan_proposals (class_id) where kind = 'weekly' and state = 'open';
create unique index one_open_of_lesson on plan_proposals (class_id, planned_at)
  where planned_at is not null and state = 'open';
create unique index one_open_extra on plan_proposals (class_id, starts_at) where kind = 'extra' and state = 'open';
create unique index one_open_pause on plan_proposals (class_id, from_day) where kind = 'pause' and state = 'open';
create unique index one_open_of_record on plan_proposals (lesson_id) where lesson_id is not null and state = 'open';
create index plan_proposals_of_class on plan_proposals (class_id, id desc);

-- What was proposed stays as it was, and is answered once.
create function hold_proposal() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or (to_jsonb(new) - 'state' - 'answered_at') <> (to_jsonb(old) - 'state' - 'answered_at') then
    raise exception 'a proposal is answered once' using errcode = 'check_violation',
      constraint = 'proposal_answered_once';
  end if;
  return new;
end $$;
create trigger hold_proposal before update on plan_proposals for each row execute function hold_proposal();
create trigger plan_proposals_stay before delete on plan_proposals for each row execute function refuse_removal();

create function keep_proposal_history() returns trigger language plpgsql as $$
begin
  insert into class_history (class_id, actor, what, facts) values (new.class_id, current_actor(),
    case when tg_op = 'INSERT' then 'proposed' else 'proposal_' || new.state end,
    jsonb_strip_nulls(jsonb_build_object('proposal', new.id, 'kind', new.kind, 'made_by', new.made_by,
      'planned_at', new.planned_at, 'was_at', new.was_at, 'starts_at', new.starts_at, 'minutes', new.minutes,
      'from', new.from_day, 'to', new.to_day, 'slots', to_jsonb(new.slots), 'lesson', new.lesson_id,
      'was_minutes', new.was_minutes)));
  return null;
end $$;
create trigger keep_proposal_history after insert or update on plan_proposals
  for each row execute function keep_proposal_history();

-- An extra lesson stands among the changes of the plan, at its own time. What was agreed names its proposal. A weekly
-- lesson at a time that the tutor had promised before is skipped (overlap).
alter table lesson_changes
  add column is_extra boolean not null default false,
  add column proposal_id bigint references plan_proposals,
  drop constraint lesson_changes_kind_check,
  add constraint lesson_changes_kind_check check (kind in ('moved', 'cancelled', 'extra')),
  drop constraint lesson_changes_check,
  add constraint lesson_changes_check check (kind = 'cancelled' or moved_to is not null),
  drop constraint lesson_changes_changed_by_check,
  add constraint lesson_changes_changed_by_check
    check (changed_by in ('family', 'tutor', 'weather', 'platform', 'overlap')),
  add constraint extra_is_extra check (kind <> 'extra' or is_extra);
drop index lesson_changes_moved;
create index lesson_changes_moved on lesson_changes (class_id, moved_to) where moved_to is not null;

create or replace function keep_change_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (old.kind, old.moved_to, old.minutes) is distinct from (new.kind, new.moved_to, new.minutes) then
    insert into class_history (class_id, actor, what, facts) values (new.class_id, current_actor(), new.kind,
      jsonb_strip_nulls(jsonb_build_object('planned_at', new.planned_at, 'moved_to', new.moved_to,
        'minutes', new.minutes, 'is_late', new.is_late, 'proposal', new.proposal_id, 'wished_by', new.changed_by)));
  end if;
  return null;
end $$;

create or replace function keep_class_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into class_history (class_id, actor, what, facts) values (new.id, current_actor(), 'made',
      jsonb_build_object('price', new.price, 'slots', to_jsonb(new.slots)));
    return null;
  end if;
  if new.finish_status <> old.finish_status then
    insert into class_history (class_id, actor, what, facts) values (new.id, current_actor(), 'stopped',
      jsonb_build_object('stopped_at', new.stopped_at, 'stopped_by', new.stopped_by));
  end if;
  if new.weeks <> old.weeks then
    insert into class_history (class_id, actor, what, facts) values (new.id, current_actor(), 'weekly_changed',
      new.weeks -> -1);
  end if;
  return null;
end $$;

-- Weekly times that have begun do not change; a class that has stopped gets no others.
create function hold_weeks() returns trigger language plpgsql as $$
begin
  if new.weeks <> old.weeks and (old.finish_status = 2 or exists (
    select from jsonb_array_elements(old.weeks) week
    where (week ->> 'from')::timestamptz <= now() and not new.weeks @> jsonb_build_array(week)))
  then
    raise exception 'weekly times that have begun stay' using errcode = 'check_violation', constraint = 'class_is_fixed';
  end if;
  return new;
end $$;
create trigger hold_weeks before update of weeks on classes for each row execute function hold_weeks();

-- The plan of a class as the program computes it (weekly-plan.ts).

-- Lessons of weekly half hours that begin within these times: half hours that follow each other are one lesson.
create function weekly_lessons(slots integer[], from_at timestamptz, until_at timestamptz)
returns table (planned_at timestamptz, ends_at timestamptz) language sql immutable as $$
  select begins, begins + interval '30 minutes' *
    ((select min(free) from generate_series(slot + 1, 336) free where free <> all (slots)) - slot)
  from unnest(slots) slot
    cross join generate_series(date_trunc('week', from_at at time zone 'Asia/Hong_Kong'),
      until_at at time zone 'Asia/Hong_Kong', interval '7 days') monday
    cross join lateral (select (monday + slot * interval '30 minutes') at time zone 'Asia/Hong_Kong' as begins) lesson
  where slot - 1 <> all (slots) and begins >= from_at and begins < until_at;
$$;

-- The weekly times of a class, and when each of them holds.
create function weeks_of(cls classes) returns table (slots integer[], from_at timestamptz, until_at timestamptz)
language sql stable as $$
  select agreed.slots, agreed.from_at, coalesce(lead(agreed.from_at) over (order by place), 'infinity')
  from (
    select cls.slots, cls.begins_on::timestamp at time zone 'Asia/Hong_Kong', 0
    union all
    select array(select jsonb_array_elements_text(week -> 'slots')::integer), (week ->> 'from')::timestamptz, place
    from jsonb_array_elements(cls.weeks) with ordinality as later (week, place)
  ) as agreed (slots, from_at, place);
$$;

-- Whether the tutor of a class has another lesson then. Weekly times of other classes count although their trial is to
-- come. The lesson itself, by its place in the plan, is not another one.
create function is_tutor_taken(own bigint, place timestamptz, starts_at timestamptz, ends_at timestamptz) returns boolean
language sql stable strict as $$
  select exists (
    select from classes mine
      join classes cls on cls.tutor_user_id = mine.tutor_user_id and cls.finish_status = 1
      cross join lateral (
        select weekly.planned_at, weekly.planned_at, weekly.ends_at
        from weeks_of(cls) week
          cross join lateral weekly_lessons(week.slots, greatest(week.from_at, $3 - interval '1 day'),
            least(week.until_at, $4)) weekly
        where (cls.id <> own or weekly.planned_at >= cls.weekly_from)
          and not exists (select from lesson_changes changed
            where changed.class_id = cls.id and changed.planned_at = weekly.planned_at)
        union all
        select cls.trial_at, cls.trial_at, cls.trial_at + cls.lesson_minutes * interval '1 minute'
        where cls.trial_at is not null and not exists (select from lesson_changes changed
          where changed.class_id = cls.id and changed.planned_at = cls.trial_at)
        union all
        select changed.planned_at, changed.moved_to, changed.moved_to + changed.minutes * interval '1 minute'
        from lesson_changes changed where changed.class_id = cls.id and changed.kind in ('moved', 'extra')
      ) as other (place, starts_at, ends_at)
    where mine.id = own and other.starts_at < $4 and other.ends_at > $3
      and (cls.id <> own or other.place <> $2));
$$;

-- Whether the tutor of a class has other weekly times, or single lessons, within these weekly times.
create function are_slots_taken(own bigint, slots integer[], from_at timestamptz, until_at timestamptz) returns boolean
language sql stable strict as $$
  select exists (
    select from classes mine
      join classes cls on cls.tutor_user_id = mine.tutor_user_id and cls.finish_status = 1 and cls.id <> own
      cross join lateral weeks_of(cls) week
    where mine.id = own and week.slots && $2 and week.from_at < $4 and week.until_at > greatest($3, now())
  ) or exists (
    select from classes mine
      join classes cls on cls.tutor_user_id = mine.tutor_user_id and cls.finish_status = 1
      cross join lateral (
        select cls.trial_at, cls.trial_at + cls.lesson_minutes * interval '1 minute'
        where cls.id <> own and cls.trial_at is not null and not exists (select from lesson_changes changed
          where changed.class_id = cls.id and changed.planned_at = cls.trial_at)
        union all
        select changed.moved_to, changed.moved_to + changed.minutes * interval '1 minute'
        from lesson_changes changed where changed.class_id = cls.id and changed.kind in ('moved', 'extra')
      ) as single (starts_at, ends_at)
      cross join lateral weekly_lessons($2, greatest($3, single.starts_at - interval '1 day'),
        least($4, single.ends_at)) weekly
    where mine.id = own and single.ends_at > now() and weekly.ends_at > single.starts_at
      and not exists (select from lesson_changes changed
        where changed.class_id = own and changed.planned_at = weekly.planned_at));
$$;

create function refuse_taken_lesson() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.kind, old.moved_to, old.minutes) is not distinct from (new.kind, new.moved_to, new.minutes)
  then
    return null;
  end if;
  if not is_by_day(new.moved_to, new.minutes) then
    raise exception 'lessons are held by day' using errcode = 'check_violation', constraint = 'plan_by_day';
  end if;
  -- One after the other for each tutor, so that what is agreed at the same time is seen here.
  perform from users where id = (select tutor_user_id from classes where id = new.class_id) for no key update;
  if is_tutor_taken(new.class_id, new.planned_at, new.moved_to, new.moved_to + new.minutes * interval '1 minute') then
    raise exception 'the tutor has another lesson then' using errcode = 'check_violation',
      constraint = 'tutor_in_one_place';
  end if;
  return null;
end $$;
create trigger refuse_taken_lesson after insert or update on lesson_changes
  for each row when (new.kind in ('moved', 'extra')) execute function refuse_taken_lesson();

create function refuse_taken_times() returns trigger language plpgsql as $$
begin
  if new.finish_status = 2 then
    return null;
  end if;
  perform from users where id = new.tutor_user_id for no key update;
  if new.trial_at is distinct from old.trial_at and is_tutor_taken(new.id, new.trial_at, new.trial_at,
      new.trial_at + new.lesson_minutes * interval '1 minute')
    or (new.weeks, new.weekly_from) is distinct from (old.weeks, old.weekly_from) and exists (
      select from weeks_of(new) week where week.until_at > now()
        and are_slots_taken(new.id, week.slots, greatest(week.from_at, new.weekly_from, now()), week.until_at))
  then
    raise exception 'the tutor has another lesson then' using errcode = 'check_violation',
      constraint = 'tutor_in_one_place';
  end if;
  return null;
end $$;
create trigger refuse_taken_times after update of trial_at, weeks, weekly_from on classes
  for each row execute function refuse_taken_times();
