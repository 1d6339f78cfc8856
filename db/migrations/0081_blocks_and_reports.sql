-- Who wants to meet whom no more. It hides both from each other; only the blocker is told of it.
create table user_blocks (
  id bigint generated always as identity primary key,
  blocker_user_id bigint not null references users,
  blocked_user_id bigint not null references users,
  -- Where they met: what the blocker reads in the own list, as the other's name may not be known.
  place text not null,
  place_id bigint not null,
  blocked_at timestamptz not null default now(),
  unique (blocker_user_id, blocked_user_id),
  check (blocker_user_id <> blocked_user_id)
);
create index user_blocks_of_blocked on user_blocks (blocked_user_id);

create table reports (
  id bigint generated always as identity primary key,
  reporter_user_id bigint not null references users,
  about_user_id bigint not null references users,
  place text not null check (
    place in ('tutor', 'case', 'interest', 'conversation', 'review', 'shared_paper', 'shared_thread')),
  place_id bigint not null,
  kind text not null check (kind in ('child_safety', 'harassment', 'scam', 'false_details',
    'contact_details', 'spam', 'copyright', 'other')),
  -- Emptied when its writer's account is deleted.
  words text not null check (length(words) <= 500),
  -- The messages of a conversation that the reporter chose; an operator may read these and a few around them.
  message_ids bigint[] not null default '{}',
  reported_at timestamptz not null default now(),
  decision text,
  -- What the reporter is told.
  answer text not null default '' check (length(answer) <= 1000),
  decided_at timestamptz,
  check (reporter_user_id <> about_user_id),
  check ((decision is null) = (decided_at is null))
);
create unique index reports_open on reports (reporter_user_id, place, place_id) where decided_at is null;
create index reports_of_reporter on reports (reporter_user_id, id desc);
create index reports_of_place on reports (place, place_id) where decided_at is null;
create index reports_about on reports (about_user_id);

create table report_pictures (
  id bigint generated always as identity primary key,
  report_id bigint not null references reports,
  file_key text not null unique,
  byte_size integer not null,
  created_at timestamptz not null default now()
);
create index report_pictures_of_report on report_pictures (report_id);

-- 0: a child may be in danger. Such items come first, then the oldest.
alter table queue_items add column urgency smallint not null default 1 check (urgency between 0 and 1);
drop index queue_items_by_state;
create index queue_items_by_urgency on queue_items (state, urgency, id);

-- A thread that was copied by a code: by whom it was shared, and up to which message it is the copy.
alter table chat_threads
  add column shared_by bigint references users,
  add column shared_leaf_id bigint;
create index chat_threads_shared_by on chat_threads (shared_by) where shared_by is not null;

-- What was reported before through the calls of reviews and shared papers, so that reporters find it in one list.
insert into reports (reporter_user_id, about_user_id, place, place_id, kind, words, reported_at, decision, decided_at)
select reporter_user_id,
  case when reporter_user_id = author_user_id then about_user_id else author_user_id end,
  'review', review_id, 'other', reason, reported_at, item.decision, item.decided_at
from review_reports join reviews on reviews.id = review_id
left join lateral (
  select queue_items.decision, queue_items.decided_at from queue_items
  where kind = 'review_report' and subject_id = review_id::text and queue_items.decided_at >= reported_at
  order by queue_items.decided_at limit 1) item on true;

insert into reports (reporter_user_id, about_user_id, place, place_id, kind, words, reported_at, decision, decided_at)
select eraser_reports.user_id, eraser_records.user_id, 'shared_paper', record_id,
  case reason when 'copyright' then 'copyright' when 'personal' then 'contact_details' else 'other' end,
  text, reported_at, item.decision, item.decided_at
from eraser_reports join eraser_records on eraser_records.id = record_id
left join lateral (
  select queue_items.decision, queue_items.decided_at from queue_items
  where kind = 'shared_record_report' and subject_id = record_id::text and queue_items.decided_at >= reported_at
  order by queue_items.decided_at limit 1) item on true
where eraser_reports.user_id <> eraser_records.user_id;
