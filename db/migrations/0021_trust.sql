-- What shows that a tutor can be trusted. A badge comes from evidence that an operator verified, or from a parent who has
-- heard what the police say. It holds until a date, and an operator may take it back.

alter table evidence drop constraint evidence_kind_check;
alter table evidence add constraint evidence_kind_check check (
  kind in ('student_card', 'exam_results', 'transcript', 'certificate', 'teacher_registration', 'other'));
alter table evidence drop constraint evidence_status_check;
alter table evidence add constraint evidence_status_check check (
  status in ('pending', 'verified', 'refused', 'revoked'));

create table badges (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users,
  kind text not null check (kind in (
    'student_card', 'exam_results', 'transcript', 'certificate', 'teacher_registration', 'other', 'police_check')),
  -- A badge goes with the evidence it rests on.
  evidence_id bigint unique references evidence on delete cascade,
  -- The parent who heard the police's answer; null once they have left.
  confirmed_by bigint references users,
  -- The day it counts from, and its last moment.
  since date not null,
  expires_at timestamptz not null,
  given_at timestamptz not null default now(),
  -- When its owner was told that it ends soon, and that it has ended.
  warned_at timestamptz,
  ended_at timestamptz,
  revoked_at timestamptz,
  revoked_by bigint references users,
  revoke_reason text check (revoke_reason in ('not_genuine', 'out_of_date', 'mistaken', 'asked_for', 'other')),
  -- For operators.
  revoke_note text not null default '',
  check ((kind = 'police_check') = (evidence_id is null)),
  check (kind = 'police_check' or confirmed_by is null),
  check ((revoked_at is null) = (revoke_reason is null))
);
create index badges_of_user on badges (user_id, kind);
create index badges_confirmed_by on badges (confirmed_by) where confirmed_by is not null;
create trigger owner_not_deleted before insert on badges
  for each row execute function refuse_deleted_owner();

-- The market shows badges, and evidence no longer by itself.
drop trigger evidence_changed on evidence;
alter function evidence_changed() rename to badge_changed;
create trigger badge_changed after insert or delete or update of expires_at, ended_at, revoked_at on badges
  for each row execute function badge_changed();

insert into badges (user_id, kind, evidence_id, since, expires_at)
select user_id, kind, id, (decided_at at time zone 'Asia/Hong_Kong')::date,
  coalesce(expires_at, decided_at + interval '12 months')
from evidence where status = 'verified';
update evidence set expires_at = badges.expires_at
from badges where badges.evidence_id = evidence.id and evidence.expires_at is null;
select graphile_worker.add_job('tend_badge', json_build_object('badge', id),
  run_at => expires_at - interval '30 days', job_key => 'badge ' || id)
from badges where expires_at > now();

-- A parent asks, the tutor shares the police's checking code, the parent listens and says that it was done. What the police
-- answered is nowhere. However it ends without a badge, the row says the same: that it ended. The code, its date and that
-- there was one are gone with it.
create table police_checks (
  id bigint generated always as identity (start with 1001) primary key,
  match_id bigint not null references matches on delete cascade,
  family_user_id bigint not null references users,
  tutor_user_id bigint not null references users,
  status text not null default 'asked' check (status in ('asked', 'shared', 'confirmed', 'ended')),
  asked_at timestamptz not null default now(),
  code_cipher bytea,
  code_key text,
  -- The day on the police's letter.
  issued_on date,
  shared_at timestamptz,
  check (family_user_id <> tutor_user_id),
  check (num_nonnulls(code_cipher, code_key, issued_on, shared_at) = case status when 'shared' then 4 else 0 end)
);
create unique index one_open_police_check on police_checks (family_user_id, tutor_user_id)
  where status in ('asked', 'shared');
create index police_checks_of_family on police_checks (family_user_id, id desc);
create index police_checks_of_tutor on police_checks (tutor_user_id, id desc);
create index police_checks_of_match on police_checks (match_id);
create trigger sides_not_deleted before insert on police_checks
  for each row execute function refuse_deleted_side();
create trigger police_checks_end_once before update of status on police_checks for each row
  when (old.status <> new.status and not (
    (old.status = 'asked' and new.status in ('shared', 'ended'))
    or (old.status = 'shared' and new.status in ('confirmed', 'ended'))))
  execute function refuse_illegal_step();

-- Whoever no longer has to do with the tutor keeps no code of theirs.
create function police_checks_end_with_match() returns trigger language plpgsql as $$
begin
  update police_checks
    set status = 'ended', code_cipher = null, code_key = null, issued_on = null, shared_at = null
    where match_id = new.id and status in ('asked', 'shared');
  return null;
end $$;
create trigger police_checks_end_with_match after update of status on matches for each row
  when (new.status in ('failed', 'ended') and old.status <> new.status)
  execute function police_checks_end_with_match();
