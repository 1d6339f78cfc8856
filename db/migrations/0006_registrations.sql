-- What parents and tutors tell about themselves: children, cases, tutor listings and the evidence for them. Columns that
-- hold several ids of a reference list are arrays; whoever writes them checks that the ids exist.

create table children (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users,
  nickname text not null check (length(nickname) <= 30),
  gender text not null check (gender in ('U', 'M', 'F')),
  grade_id integer not null references grades,
  school_id integer references schools,
  created_at timestamptz not null default now()
);
create index children_of_user on children (user_id);

create table cases (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users,
  -- Made by the form: a request that arrives twice makes one case.
  idempotency_key uuid,
  -- Counts changes, so that nobody overwrites what they have not seen.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- 1 online, 2 offline, 3 matched, 4 ended.
  status smallint not null default 1 check (status between 1 and 4),
  -- When a tutor was first found. From then on other people's records need the case.
  matched_at timestamptz,
  -- HK$ per hour; null is open to offers.
  price integer check (price between 50 and 5000),
  special_note text not null check (length(special_note) <= 1000),
  start_tutoring_date date,
  start_tutoring_time text check (start_tutoring_time ~ '^\d\d:\d\d$'),
  weekend_start_tutoring_time text check (weekend_start_tutoring_time ~ '^\d\d:\d\d$'),
  weekdays integer[] not null check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]),
  -- Half hours of the week: 0 is Monday 00:00, 335 is Sunday 23:30.
  match_slots integer[] not null check (0 <= all (match_slots) and 335 >= all (match_slots)),
  teacher_education_id integer references educations,
  teacher_gender text not null default 'U' check (teacher_gender in ('U', 'M', 'F')),
  teaching_language_ids integer[] not null,
  tutoring_days_per_week smallint not null check (tutoring_days_per_week between 1 and 7),
  tutoring_region_id integer references regions,
  tutoring_time_per_class_id integer not null references tutoring_times_per_class,
  tutoring_type_id integer not null references tutoring_types,
  channel_id integer references channels,
  other_channel text not null check (length(other_channel) <= 60),
  unique (user_id, idempotency_key)
);

create table case_children (
  case_id bigint not null references cases on delete cascade,
  child_id bigint not null references children on delete cascade,
  position smallint not null,
  major_subject_ids integer[] not null,
  other_subject_ids integer[] not null,
  primary key (case_id, child_id)
);
create index case_children_of_child on case_children (child_id);

create table tutor_listings (
  id bigint generated always as identity (start with 1001) primary key,
  -- One listing per account.
  user_id bigint not null unique references users,
  idempotency_key uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The owner's own switch.
  is_listed boolean not null default true,
  display_name text not null check (length(display_name) between 1 and 40),
  gender text not null check (gender in ('U', 'M', 'F')),
  education_id integer not null references educations,
  school_id integer references schools,
  gpa_id integer references gpas,
  rank_id integer references ranks,
  experience_id integer not null references experiences,
  region_ids integer[] not null,
  travel_region_ids integer[] not null,
  tutoring_type_ids integer[] not null,
  teaching_language_ids integer[] not null,
  match_slots integer[] not null check (0 <= all (match_slots) and 335 >= all (match_slots)),
  price_min integer not null check (price_min between 50 and 5000),
  price_max integer not null check (price_max between price_min and 5000),
  introduction text not null check (length(introduction) <= 2000)
);

-- Which subject at which grade: one row for each pair.
create table tutor_subjects (
  listing_id bigint not null references tutor_listings on delete cascade,
  position smallint not null,
  major_subject_id integer references major_subjects,
  other_subject_id integer references other_subjects,
  grade_id integer not null references grades,
  check (num_nonnulls(major_subject_id, other_subject_id) = 1),
  unique nulls not distinct (listing_id, major_subject_id, other_subject_id, grade_id)
);

create table tutor_dse_results (
  listing_id bigint not null references tutor_listings on delete cascade,
  position smallint not null,
  major_subject_id integer not null references major_subjects,
  dse_level_id integer not null references dse_levels,
  primary key (listing_id, major_subject_id)
);

create table evidence (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users,
  kind text not null
    check (kind in ('student_card', 'transcript', 'certificate', 'teacher_registration', 'other')),
  file_key text not null unique,
  media_type text not null check (media_type in ('image/webp', 'application/pdf')),
  byte_size integer not null check (byte_size > 0),
  created_at timestamptz not null default now(),
  status text not null default 'pending' check (status in ('pending', 'verified', 'refused')),
  decided_at timestamptz,
  decided_by bigint references users,
  -- A badge does not hold for ever.
  expires_at timestamptz,
  check ((status = 'pending') = (decided_at is null))
);
create index evidence_of_user on evidence (user_id);
create index evidence_to_decide on evidence (created_at) where status = 'pending';
