-- What the algorithms found last, for whoever asked. Ids and figures only: what the rows say is read when it is shown.
create table algorithm_results (
  user_id bigint not null references users,
  kind text not null check (kind in ('tutor_matcher', 'case_matcher', 'price_recommender')),
  -- The case, or the tutor's listing.
  subject_id bigint not null,
  result jsonb not null,
  computed_at timestamptz not null default now(),
  primary key (user_id, kind, subject_id)
);
create trigger owner_not_deleted before insert on algorithm_results
  for each row execute function refuse_deleted_owner();

-- Who was shown to whom, where in the list and why: weights are learned from what became of it.
create table matching_shows (
  case_id bigint not null references cases on delete cascade,
  listing_id bigint not null references tutor_listings on delete cascade,
  -- Whether tutors were listed for the case, or cases for the tutor.
  direction text not null check (direction in ('tutors', 'cases')),
  position smallint not null check (position >= 0),
  features real[] not null,
  shown_on date not null default (now() at time zone 'Asia/Hong_Kong')::date,
  primary key (case_id, listing_id, direction, shown_on)
);
create index matching_shows_of_listing on matching_shows (listing_id, shown_on);
create index matching_shows_by_day on matching_shows (shown_on);
