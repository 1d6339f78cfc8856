-- How lessons are charged: by the agreed lesson, by the quarter of an hour, or by the minute. Classes from before go on by
-- the minute, as they were computed. What both agreed on later counts for lessons that begin from then on.

alter table classes add column fee_rule text not null default 'minute' check (fee_rule in ('lesson', 'quarter', 'minute'));
alter table classes alter column fee_rule set default 'lesson';

alter table plan_proposals
  add column fee_rule text check (fee_rule in ('lesson', 'quarter', 'minute')),
  add column was_fee_rule text check (was_fee_rule in ('lesson', 'quarter', 'minute')),
  drop constraint plan_proposals_kind_check,
  add constraint plan_proposals_kind_check
    check (kind in ('weekly', 'extra', 'move', 'cancel', 'pause', 'minutes', 'fee_rule')),
  add check ((kind = 'fee_rule') = (fee_rule is not null)),
  add check ((fee_rule is null) = (was_fee_rule is null)),
  add check (fee_rule <> was_fee_rule);
create unique index one_open_fee_rule on plan_proposals (class_id) where kind = 'fee_rule' and state = 'open';
create index plan_proposals_of_fee_rule on plan_proposals (class_id, answered_at)
  where kind = 'fee_rule' and state = 'accepted';

create or replace function keep_proposal_history() returns trigger language plpgsql as $$
begin
  insert into class_history (class_id, actor, what, facts) values (new.class_id, current_actor(),
    case when tg_op = 'INSERT' then 'proposed' else 'proposal_' || new.state end,
    jsonb_strip_nulls(jsonb_build_object('proposal', new.id, 'kind', new.kind, 'made_by', new.made_by,
      'planned_at', new.planned_at, 'was_at', new.was_at, 'starts_at', new.starts_at, 'minutes', new.minutes,
      'from', new.from_day, 'to', new.to_day, 'slots', to_jsonb(new.slots), 'lesson', new.lesson_id,
      'was_minutes', new.was_minutes, 'fee_rule', new.fee_rule, 'was_fee_rule', new.was_fee_rule)));
  return null;
end $$;

-- The rule of a class is the one that both agreed on last.
create function hold_fee_rule() returns trigger language plpgsql as $$
begin
  if new.fee_rule <> old.fee_rule and new.fee_rule is distinct from (
    select agreed.fee_rule from plan_proposals agreed
    where agreed.class_id = new.id and agreed.kind = 'fee_rule' and agreed.state = 'accepted'
    order by agreed.answered_at desc, agreed.id desc limit 1)
  then
    raise exception 'both agree on the fee' using errcode = 'check_violation', constraint = 'class_is_fixed';
  end if;
  return new;
end $$;
create trigger hold_fee_rule before update of fee_rule on classes for each row execute function hold_fee_rule();

-- The rule that held at a time: the one before the first change after it, else the present one.
create function fee_rule_at(cls classes, at timestamptz) returns text language sql stable as $$
  select coalesce(
    (select changed.was_fee_rule from plan_proposals changed
     where changed.class_id = cls.id and changed.kind = 'fee_rule' and changed.state = 'accepted'
       and changed.answered_at > at
     order by changed.answered_at, changed.id limit 1),
    cls.fee_rule);
$$;

-- The agreed length of the planned lesson at this place, or of a lesson of the class.
create function agreed_minutes_at(cls classes, place timestamptz) returns integer language sql stable as $$
  select coalesce(
    (select changed.minutes from lesson_changes changed where changed.class_id = cls.id and changed.planned_at = place),
    (select (extract(epoch from weekly.ends_at - weekly.planned_at) / 60)::integer
     from weeks_of(cls) week
       cross join lateral weekly_lessons(week.slots, place, place + interval '1 second') weekly
     where place >= week.from_at and place < week.until_at and place is distinct from cls.trial_at
     limit 1),
    cls.lesson_minutes);
$$;

alter table lessons
  -- Those of the moment it began; what is agreed on later does not change them.
  add column fee_rule text not null default 'minute' check (fee_rule in ('lesson', 'quarter', 'minute')),
  add column agreed_minutes integer check (agreed_minutes > 0);
alter table lessons alter column fee_rule drop default;

create function charge_lesson() returns trigger language plpgsql as $$
declare
  cls classes;
begin
  if tg_op = 'UPDATE' and (new.fee_rule, new.agreed_minutes) is distinct from (old.fee_rule, old.agreed_minutes) then
    raise exception 'how a lesson is charged does not change' using errcode = 'check_violation',
      constraint = 'lesson_start_is_fixed';
  end if;
  if tg_op = 'UPDATE' and new.planned_at is not distinct from old.planned_at then
    return new;
  end if;
  select * into cls from classes where id = new.class_id;
  if tg_op = 'INSERT' then
    new.fee_rule := fee_rule_at(cls, new.started_at);
  end if;
  new.agreed_minutes := agreed_minutes_at(cls, new.planned_at);
  return new;
end $$;
create trigger charge_lesson before insert or update on lessons for each row execute function charge_lesson();

-- What is charged for minutes that were taught (src/shared/money/fee-rules.ts has the same).
create function charged_minutes(rule text, minutes integer, agreed integer) returns integer language sql immutable as $$
  select case
    when rule = 'minute' then minutes
    when rule = 'lesson' and abs(minutes - agreed) <= 15 then agreed
    else (2 * minutes + 15) / 30 * 15
  end;
$$;
