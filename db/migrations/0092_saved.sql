-- Tutors and cases that a person keeps with a heart. A row goes with the listing or case; one that is only hidden stays.
create table saved_tutors (
  user_id bigint not null references users,
  listing_id bigint not null references tutor_listings on delete cascade,
  saved_at timestamptz not null default now(),
  primary key (user_id, listing_id)
);
create index saved_tutors_of_listing on saved_tutors (listing_id);

create table saved_cases (
  user_id bigint not null references users,
  case_id bigint not null references cases on delete cascade,
  saved_at timestamptz not null default now(),
  primary key (user_id, case_id)
);
create index saved_cases_of_case on saved_cases (case_id);

create trigger owner_not_deleted before insert on saved_tutors
  for each row execute function refuse_deleted_owner();
create trigger owner_not_deleted before insert on saved_cases
  for each row execute function refuse_deleted_owner();
