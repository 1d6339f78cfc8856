-- The plan of a class is computed from its weekly half hours. What departs from it stands here, and how it went.

create table lesson_changes (
  class_id bigint not null references classes,
  -- Its place in the weekly plan.
  planned_at timestamptz not null,
  kind text not null check (kind in ('moved', 'cancelled')),
  moved_to timestamptz,
  minutes integer not null check (minutes between 30 and 10080),
  changed_by text not null check (changed_by in ('family', 'tutor')),
  changed_at timestamptz not null default now(),
  -- With less notice than agreed.
  is_late boolean not null,
  -- Emptied when its writer's account is deleted.
  reason text not null default '' check (length(reason) <= 300),
  primary key (class_id, planned_at),
  check (kind <> 'moved' or moved_to is not null)
);
create index lesson_changes_moved on lesson_changes (class_id, moved_to) where kind = 'moved';

create function keep_change_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (old.kind, old.moved_to) is distinct from (new.kind, new.moved_to) then
    insert into class_history (class_id, actor, what, facts) values (new.class_id, current_actor(), new.kind,
      jsonb_build_object('planned_at', new.planned_at, 'moved_to', new.moved_to, 'is_late', new.is_late));
  end if;
  return null;
end $$;
create trigger keep_change_history after insert or update on lesson_changes
  for each row execute function keep_change_history();
create trigger lesson_changes_stay before delete on lesson_changes for each row execute function refuse_removal();

-- How each planned lesson went for the tutor. What was cancelled in time, or by the family, is not here.
create table lesson_outcomes (
  id bigint generated always as identity (start with 1001) primary key,
  class_id bigint not null,
  tutor_user_id bigint not null references users,
  foreign key (class_id, tutor_user_id) references classes (id, tutor_user_id),
  planned_at timestamptz not null,
  outcome text not null check (outcome in ('kept', 'late', 'absent', 'cancelled_late')),
  appeal text not null default 'none' check (appeal in ('none', 'open', 'excused', 'refused')),
  -- Emptied when the tutor's account is deleted.
  appeal_note text not null default '' check (length(appeal_note) <= 1000),
  unique (class_id, planned_at)
);
create index lesson_outcomes_of_tutor on lesson_outcomes (tutor_user_id, planned_at desc);

create function keep_outcome_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (old.outcome, old.appeal) is distinct from (new.outcome, new.appeal) then
    insert into class_history (class_id, actor, what, facts) values (new.class_id, current_actor(), 'judged',
      jsonb_build_object('planned_at', new.planned_at, 'outcome', new.outcome, 'appeal', new.appeal));
    perform note_market_change('tutor', id) from tutor_listings where user_id = new.tutor_user_id;
  end if;
  return null;
end $$;
create trigger keep_outcome_history after insert or update on lesson_outcomes
  for each row execute function keep_outcome_history();

-- Planned lessons before this moment have been judged.
alter table classes add column judged_until timestamptz not null default now();
