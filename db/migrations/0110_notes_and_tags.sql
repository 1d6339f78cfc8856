-- A calendar link may show only that its owner is busy.
alter table calendar_feeds add column is_busy_only boolean not null default false;

-- What was done in a lesson and what is to be done until the next, written by the tutor for the family.
create table lesson_notes (
  lesson_id bigint primary key references lessons,
  done text not null,
  homework text not null,
  written_at timestamptz not null default now(),
  check (done <> '' or homework <> '')
);

-- One's own word for a class, which the other side does not see.
create table class_tags (
  class_id bigint not null references classes,
  user_id bigint not null references users,
  tag text not null check (tag <> ''),
  primary key (class_id, user_id)
);
create index class_tags_user_id on class_tags (user_id);
create trigger owner_not_deleted before insert on class_tags
  for each row execute function refuse_deleted_owner();
