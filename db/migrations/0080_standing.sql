-- What follows when somebody breaks the rules: a warning, a suspension until a day, a ban. A ban is by number and stands in
-- `bans`; the others belong to an account.

alter table bans add column cause text not null default 'other'
  check (cause in ('child_safety', 'identity', 'conduct', 'fees', 'misuse', 'other'));

create table measures (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('warning', 'suspension')),
  cause text not null check (cause in ('child_safety', 'identity', 'conduct', 'fees', 'misuse', 'other')),
  -- What the person reads.
  reason text not null check (length(reason) between 1 and 500),
  -- The last day of a suspension, in Hong Kong.
  until date,
  -- Made by the operator's form: sent twice, it is done once.
  key uuid not null unique,
  made_at timestamptz not null default now(),
  made_by bigint references users,
  -- By an operator, or by nobody once its last day is over.
  lifted_at timestamptz,
  lifted_by bigint references users,
  -- Who deletes the account meanwhile does not come back with the same number before the last day.
  ban_id bigint references bans,
  check ((kind = 'suspension') = (until is not null)),
  check (kind = 'suspension' or lifted_at is null)
);
create unique index one_suspension_at_a_time on measures (user_id) where kind = 'suspension' and lifted_at is null;
create index measures_of_user on measures (user_id, id desc);

create table measure_appeals (
  id bigint generated always as identity (start with 1001) primary key,
  measure_id bigint not null references measures,
  user_id bigint not null references users,
  -- Emptied when the account is deleted.
  words text not null check (length(words) <= 2000),
  made_at timestamptz not null default now(),
  decision text check (decision in ('kept', 'lifted', 'over')),
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null))
);
create unique index one_open_appeal on measure_appeals (user_id) where decided_at is null;
create index measure_appeals_of_measure on measure_appeals (measure_id, id desc);

create trigger owner_not_deleted before insert on measures
  for each row execute function refuse_deleted_owner();
create trigger owner_not_deleted before insert on measure_appeals
  for each row execute function refuse_deleted_owner();

-- Inlined where many rows are read; this is for single ones.
create function is_suspended(who bigint) returns boolean language sql stable as $$
  select exists (
    select 1 from measures
    where user_id = who and kind = 'suspension' and lifted_at is null
      and until >= (now() at time zone 'Asia/Hong_Kong')::date
  );
$$;

-- What a suspended person has on show is on show no longer, and again afterwards.
create function suspension_changed() returns trigger language plpgsql as $$
begin
  perform note_market_change('case', id) from cases where user_id = new.user_id and status = 1;
  perform note_market_change('tutor', id) from tutor_listings where user_id = new.user_id;
  return null;
end $$;
create trigger suspension_changed after insert or update on measures
  for each row when (new.kind = 'suspension') execute function suspension_changed();

-- A match that ended because one side was banned. Its statuses stay as they are; this stands beside them.
alter table matches add column closed_for text
  check (closed_for is null or (closed_for in ('ban', 'child_safety') and status = 'ended'));

-- A suspension cancels lessons, and nobody of the two sides is to blame.
alter table lesson_changes drop constraint lesson_changes_changed_by_check;
alter table lesson_changes add constraint lesson_changes_changed_by_check
  check (changed_by in ('family', 'tutor', 'weather', 'platform'));
alter table lesson_changes add constraint platform_only_cancels
  check (changed_by <> 'platform' or (kind = 'cancelled' and not is_late and reason = ''));
