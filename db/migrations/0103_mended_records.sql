-- Records that can be mended: a tap is undone within ten minutes, a forgotten lesson is added afterwards and the family
-- confirms it, minutes are corrected by both. No lesson lies before its match.

alter table lessons
  -- Written down afterwards by the tutor; only the family's word confirms it, silence does not.
  add column is_added boolean not null default false,
  -- What both agreed on about its length.
  add column correction_id bigint references plan_proposals,
  drop constraint lessons_settled_how_check,
  add constraint lessons_settled_how_check check (settled_how in ('family', 'silence', 'operator', 'tutor')),
  drop constraint lessons_check3,
  add constraint lessons_check3 check ((ended_at is null or is_added) = (confirm_by is null));

-- 4: added afterwards.
alter table clock_entries
  drop constraint clock_entries_status_check,
  add constraint clock_entries_status_check check (status in (1, 2, 3, 4));

create or replace function hold_lesson() returns trigger language plpgsql as $$
declare
  stopped timestamptz;
  made timestamptz;
  next_start timestamptz;
  is_agreed boolean := false;
begin
  -- Waits for a stop that is under way.
  select stopped_at, made_at into stopped, made from classes where id = new.class_id for share;
  -- A phone's clock may be two minutes off.
  if tg_op = 'INSERT' and new.started_at < made - interval '2 minutes' then
    raise exception 'the match was made later' using errcode = 'check_violation', constraint = 'lesson_before_match';
  end if;
  if tg_op = 'UPDATE' then
    if (new.id, new.class_id, new.tutor_user_id, new.started_at, new.start_device_at, new.start_received_at, new.is_trial,
        new.is_added)
      is distinct from
      (old.id, old.class_id, old.tutor_user_id, old.started_at, old.start_device_at, old.start_received_at, old.is_trial,
        old.is_added)
    then
      raise exception 'what began a lesson does not change' using errcode = 'check_violation',
        constraint = 'lesson_start_is_fixed';
    end if;
    -- The length that one side proposed and the other accepted.
    is_agreed := new.correction_id is distinct from old.correction_id and exists (
      select from plan_proposals agreed where agreed.id = new.correction_id and agreed.lesson_id = new.id
        and agreed.state = 'accepted' and new.ended_at = new.started_at + agreed.minutes * interval '1 minute');
    if new.correction_id is distinct from old.correction_id and not is_agreed then
      raise exception 'both agree on the length' using errcode = 'check_violation', constraint = 'lesson_end_is_fixed';
    end if;
    if not (
      (old.state = new.state and old.state in ('open', 'awaiting'))
      or (old.state = new.state and old.state = 'confirmed' and is_agreed)
      or (old.state, new.state) in (('open', 'awaiting'), ('awaiting', 'confirmed'), ('awaiting', 'disputed'),
        ('disputed', 'confirmed'), ('disputed', 'void'))
      -- A tap that is undone, and a lesson that was added by mistake.
      or ((old.state, new.state) = ('open', 'void') and new.settled_how = 'tutor'
        and old.start_received_at > clock_timestamp() - interval '10 minutes')
      or ((old.state, new.state) = ('awaiting', 'open') and old.ended_how = 'tutor' and not old.is_added
        and old.end_received_at > clock_timestamp() - interval '10 minutes')
      or ((old.state, new.state) = ('awaiting', 'void') and new.settled_how = 'tutor' and old.is_added)
    ) then
      raise exception 'a lesson may not go from % to %', old.state, new.state using errcode = 'check_violation',
        constraint = 'lesson_steps';
    end if;
    if new.state = 'disputed' and now() >= old.confirm_by then
      raise exception 'silence has confirmed this lesson' using errcode = 'check_violation',
        constraint = 'lesson_confirmed_by_silence';
    end if;
    -- An operator's decision, or what both agreed on, changes a time that the family has seen as the tutor's word.
    if old.ended_how = 'tutor' and new.ended_at is distinct from old.ended_at and old.state <> 'disputed'
      and new.state <> 'open' and not is_agreed
    then
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

create or replace function keep_lesson_history() returns trigger language plpgsql as $$
begin
  insert into class_history (class_id, lesson_id, actor, what, facts) values (
    new.class_id, new.id, current_actor(),
    case
      when tg_op = 'INSERT' and new.is_added then 'added'
      when tg_op = 'INSERT' then 'started'
      when new.correction_id is distinct from old.correction_id then 'corrected'
      when old.state = new.state then 'corrected'
      when new.state = 'open' then 'reopened'
      when new.state = 'awaiting' then 'ended'
      when new.settled_how = 'tutor' then 'undone'
      else new.state
    end,
    jsonb_build_object('started_at', new.started_at, 'ended_at', new.ended_at, 'ended_how', new.ended_how,
      'state', new.state, 'settled_how', new.settled_how)
  );
  return null;
end $$;

-- An outcome goes with the tap that made it.
create function note_outcome_gone() returns trigger language plpgsql as $$
begin
  perform note_market_change('tutor', id) from tutor_listings where user_id = old.tutor_user_id;
  return null;
end $$;
create trigger note_outcome_gone after delete on lesson_outcomes
  for each row execute function note_outcome_gone();
