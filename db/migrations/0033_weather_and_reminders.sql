-- Typhoon signal 8 and black rain cancel lessons, and nobody is to blame.
alter table lesson_changes drop constraint lesson_changes_changed_by_check;
alter table lesson_changes add constraint lesson_changes_changed_by_check
  check (changed_by in ('family', 'tutor', 'weather'));
alter table lesson_changes add constraint weather_only_cancels
  check (changed_by <> 'weather' or (kind = 'cancelled' and not is_late and reason = ''));

create table weather_warnings (
  id bigint generated always as identity (start with 1001) primary key,
  signal text not null check (signal in ('typhoon', 'black_rain')),
  source text not null check (source in ('feed', 'operator')),
  began_at timestamptz not null,
  ended_at timestamptz check (ended_at >= began_at),
  -- What the feed last said of it, so that an older answer is known for what it is.
  feed_updated_at timestamptz,
  -- The feed left it out once; twice, and it is over.
  missing_since timestamptz,
  -- An operator's word holds against a feed that goes on.
  lifted_on_desk boolean not null default false
);
create unique index one_standing_warning on weather_warnings (signal, source) where ended_at is null;
create index weather_warnings_by_time on weather_warnings (began_at desc);

-- How the feed is, for the operators; one row.
create table weather_feed (
  id integer primary key default 1 check (id = 1),
  heard_at timestamptz,
  failing_since timestamptz,
  problem text check (problem in ('unreachable', 'refused', 'unreadable', 'stale')),
  check ((failing_since is null) = (problem is null))
);
insert into weather_feed default values;

-- Both sides have been told of the lesson that begins then.
create table lesson_reminders (
  class_id bigint not null references classes,
  starts_at timestamptz not null,
  primary key (class_id, starts_at)
);
