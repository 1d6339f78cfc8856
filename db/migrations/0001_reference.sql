-- The reference lists: facts that forms choose from. Ids are stable and come from db/seed/reference.

create extension if not exists pg_trgm;

-- Which seed was written last, so that an unchanged one costs a single query at start.
create table seeds (
  name text primary key,
  content_hash text not null,
  seeded_at timestamptz not null default now()
);

-- Tells every process that keeps rows in memory to read them again. The channel is the trigger's argument.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], tg_table_name);
  return null;
end
$$;

create table areas (
  id integer primary key,
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table regions (
  id integer primary key,
  area_id integer not null references areas,
  name_zh_hant text not null unique check (name_zh_hant <> ''),
  name_en text not null unique check (name_en <> ''),
  sort integer not null
);

create table education_stages (
  id integer primary key,
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table grades (
  id integer primary key,
  stage_id integer not null references education_stages,
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table identities (
  id integer primary key check (id in (1, 2)),
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table subject_types (
  id integer primary key,
  slug text not null unique check (slug ~ '^[a-z_]+$'),
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table major_subjects (
  id integer primary key,
  subject_type_id integer not null references subject_types,
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table other_subjects (
  id integer primary key,
  subject_type_id integer not null references subject_types,
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table tutoring_types (
  id integer primary key,
  is_online boolean not null,
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table tutoring_days_per_week (
  id integer primary key,
  value integer not null unique check (value between 1 and 7),
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table tutoring_times_per_class (
  id integer primary key,
  hours numeric(3, 1) not null unique check (hours > 0),
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table weekdays (
  id integer primary key check (id between 1 and 7),
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table educations (
  id integer primary key,
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table channels (
  id integer primary key,
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table teaching_languages (
  id integer primary key,
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table ranks (
  id integer primary key,
  top_percent integer check (top_percent between 1 and 100),
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table experiences (
  id integer primary key,
  min_years integer not null check (min_years >= 0),
  max_years integer check (max_years >= min_years),
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table gpas (
  id integer primary key,
  min_gpa numeric(3, 2) not null check (min_gpa >= 0),
  max_gpa numeric(3, 2) check (max_gpa >= min_gpa),
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table dse_levels (
  id integer primary key,
  scale text not null check (scale in ('level', 'attainment')),
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

-- What people type for the same name: full-width or half-width, capitals, 衞 or 衛, St. or St, ’ or '.
create function school_fold(name text) returns text
language sql immutable strict parallel safe
return translate(lower(normalize(name, NFKC)), '衞啓羣峯裏臺綫户.''’', '衛啟群峰裡台線戶');

-- The same as a LIKE pattern that finds it anywhere.
create function school_pattern(typed text) returns text
language sql immutable strict parallel safe
return '%' || regexp_replace(school_fold(typed), '([\\%_])', '\\\1', 'g') || '%';

create table schools (
  -- Seeded schools have ids below 1000, imported ones follow.
  id integer primary key generated by default as identity (start with 1000),
  level text not null check (level in ('kindergarten', 'primary', 'secondary', 'university')),
  region_id integer not null references regions,
  -- A school without a Chinese name has none here; it is shown by its English one.
  name_zh_hant text check (name_zh_hant <> ''),
  name_en text check (name_en <> ''),
  aliases text not null default '',
  finance_type text,
  student_gender text check (student_gender in ('U', 'M', 'F')),
  -- 'seed' rows follow db/seed; from the moment the importer has met a school, the official file decides.
  source text not null check (source in ('seed', 'import')),
  match_name text not null generated always as (coalesce(name_zh_hant, name_en)) stored,
  search_text text not null generated always as (
    school_fold(coalesce(name_zh_hant, '') || ' ' || coalesce(name_en, '') || ' ' || aliases)
  ) stored,
  unique (match_name, level, region_id)
);

-- Written rarely and in bulk: a pending list would only make searches look too costly to use the index.
create index schools_search on schools using gin (search_text gin_trgm_ops) with (fastupdate = off);

do $$
declare
  list text;
begin
  foreach list in array array[
    'areas', 'regions', 'education_stages', 'grades', 'identities', 'subject_types', 'major_subjects',
    'other_subjects', 'tutoring_types', 'tutoring_days_per_week', 'tutoring_times_per_class', 'weekdays',
    'educations', 'channels', 'teaching_languages', 'ranks', 'experiences', 'gpas', 'dse_levels', 'schools'
  ]
  loop
    execute format(
      'create trigger notify_change after insert or update or delete or truncate on %I
       for each statement execute function notify_change(''reference_changed'')', list);
  end loop;
end
$$;
