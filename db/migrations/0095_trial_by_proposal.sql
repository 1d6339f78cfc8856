-- A line of one's own with an application or invitation, and the trial lesson by proposal and acceptance: one side
-- names a day and an hour, the other says yes. The weekly lessons of a class begin once its trial has passed.

alter table interests add column message text not null default '' check (length(message) <= 300);

alter table classes
  -- The trial lesson that both agreed on.
  add column trial_at timestamptz,
  -- Since when the weekly times hold; null until the trial has passed.
  add column weekly_from timestamptz;
-- Classes from before go on as they were told.
update classes set weekly_from = made_at;

create table trial_proposals (
  id bigint generated always as identity (start with 1001) primary key,
  match_id bigint not null references matches,
  proposed_by text not null check (proposed_by in ('family', 'tutor')),
  starts_at timestamptz not null,
  minutes integer not null check (minutes between 30 and 480),
  status text not null default 'open' check (status in ('open', 'agreed', 'replaced', 'declined', 'cancelled')),
  proposed_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((status = 'open') = (decided_at is null))
);
create unique index one_open_trial_proposal on trial_proposals (match_id) where status = 'open';
create unique index one_agreed_trial on trial_proposals (match_id) where status = 'agreed';
create index trial_proposals_of_match on trial_proposals (match_id, id);
