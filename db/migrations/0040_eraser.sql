-- Papers without the writing on them. Originals are kept beside results; every run and every stroke of the brush is a
-- version of its own; what is deleted can be brought back for a while, and then its files go too. A bundle is a folder of
-- stored files that come and go together.

-- One row per content and owner. Its file is what was uploaded, less where the picture was taken.
create table eraser_files (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users,
  -- Of what was uploaded, before anything was taken out of it.
  sha256 bytea not null check (length(sha256) = 32),
  name text not null default '' check (length(name) <= 200),
  -- By its content; a picture is kept as a JPEG or PNG of the same pixels.
  media_type text not null,
  kept_type text not null check (kept_type in ('image/jpeg', 'image/png', 'application/pdf')),
  byte_size integer not null check (byte_size > 0),
  pages integer not null check (pages > 0),
  bundle text not null unique,
  cached_at timestamptz not null default now(),
  unique (user_id, sha256)
);
create trigger owner_not_deleted before insert on eraser_files
  for each row execute function refuse_deleted_owner();

-- Files on their way, chunk by chunk; any process may take the next one.
create table eraser_uploads (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users,
  sha256 bytea not null check (length(sha256) = 32),
  byte_size integer not null check (byte_size > 0),
  name text not null default '' check (length(name) <= 200),
  begun_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (user_id, sha256)
);
create index eraser_uploads_to_end on eraser_uploads (expires_at);
create trigger owner_not_deleted before insert on eraser_uploads
  for each row execute function refuse_deleted_owner();

create table eraser_upload_chunks (
  upload_id uuid not null references eraser_uploads on delete cascade,
  start integer not null check (start >= 0),
  byte_size integer not null check (byte_size > 0),
  primary key (upload_id, start)
);

create table eraser_records (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users,
  title text not null check (length(title) between 1 and 80),
  grade_id integer references grades,
  major_subject_id integer references major_subjects,
  other_subject_id integer references other_subjects,
  school_id integer references schools,
  school_name text not null default '' check (length(school_name) <= 80),
  year smallint,
  paper_type text not null default 'exercise' check (paper_type in ('exercise', 'test', 'exam')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Shown to everybody since then.
  shared_at timestamptz,
  -- An operator ended its sharing for good.
  taken_down_at timestamptz,
  -- The shared record it was copied from, which may be gone by now.
  copied_from bigint,
  check (shared_at is null or (deleted_at is null and taken_down_at is null))
);
create index eraser_records_of_user on eraser_records (user_id, created_at desc);
create unique index eraser_records_copied_once on eraser_records (user_id, copied_from)
  where copied_from is not null and deleted_at is null;
create index eraser_records_shared on eraser_records (shared_at desc) where shared_at is not null;
create index eraser_records_deleted on eraser_records (deleted_at) where deleted_at is not null;
create trigger owner_not_deleted before insert on eraser_records
  for each row execute function refuse_deleted_owner();

create table eraser_tasks (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users,
  -- A paper may go before its task is forgotten.
  record_id bigint not null references eraser_records on delete cascade,
  idempotency_key uuid,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz,
  unique (user_id, idempotency_key)
);
create index eraser_tasks_of_user on eraser_tasks (user_id, id desc);
create index eraser_tasks_of_record on eraser_tasks (record_id);
create trigger owner_not_deleted before insert on eraser_tasks
  for each row execute function refuse_deleted_owner();

-- The pages of papers: the image records of the contract.
create table eraser_pages (
  id bigint generated always as identity (start with 1001) primary key,
  record_id bigint not null references eraser_records,
  task_id bigint references eraser_tasks on delete set null,
  -- What it is made from: a page of a file, or for a copy the version of a shared page.
  file_id bigint references eraser_files,
  file_page integer check (file_page > 0),
  copied_version bigint,
  -- The page of a PDF as it was drawn, once it was.
  original_bundle text,
  original_type text,
  position integer not null check (position > 0),
  name text not null default '' check (length(name) <= 80),
  -- What the latest run was asked for.
  options jsonb not null,
  rotation smallint check (rotation in (0, 90, 180, 270)),
  corners jsonb,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  failure text,
  -- Which run the job of a page belongs to: one that was cancelled or asked for anew is no longer this one.
  run integer not null default 1 check (run > 0),
  -- Whose attempt at this run counts: a worker that comes back late holds another.
  lease uuid,
  started_at timestamptz,
  ended_at timestamptz,
  -- Charged once, whatever is done with the page later; until then the ledger holds it. Both null for a copy.
  quota_kind text,
  reservation_id bigint,
  charged_at timestamptz,
  -- The version it stands at, and the last one made.
  version integer not null default 0,
  versions integer not null default 0 check (versions >= version),
  accepted_at timestamptz,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((file_id is null) = (file_page is null)),
  check ((original_bundle is null) = (original_type is null)),
  check ((file_id is null) <> (copied_version is null)),
  check ((status = 'failed') = (failure is not null)),
  check (status <> 'running' or lease is not null),
  check (status <> 'done' or version > 0)
);
create index eraser_pages_of_record on eraser_pages (record_id, position);
create index eraser_pages_of_task on eraser_pages (task_id);
create index eraser_pages_of_file on eraser_pages (file_id);
create index eraser_pages_deleted on eraser_pages (deleted_at) where deleted_at is not null;

create table eraser_versions (
  id bigint generated always as identity (start with 1001) primary key,
  page_id bigint not null references eraser_pages,
  number integer not null check (number > 0),
  kind text not null check (kind in ('run', 'brush', 'copy')),
  made_from integer,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  options jsonb not null,
  rotation smallint not null check (rotation in (0, 90, 180, 270)),
  corners jsonb not null,
  -- The page, and by which bits it differs from what it was before anything was erased.
  bundle text not null unique,
  created_at timestamptz not null default now(),
  unique (page_id, number),
  check ((kind = 'brush') = (made_from is not null))
);

-- What everybody sees of a shared paper: the versions its owner chose to show.
create table eraser_shared_pages (
  record_id bigint not null references eraser_records,
  number integer not null check (number > 0),
  version_id bigint not null references eraser_versions on delete cascade,
  primary key (record_id, number)
);
create index eraser_shared_pages_of_version on eraser_shared_pages (version_id);

create table eraser_reports (
  record_id bigint not null references eraser_records on delete cascade,
  user_id bigint not null references users,
  reason text not null check (reason in ('copyright', 'personal', 'unsuitable', 'other')),
  -- Emptied when its writer's account is deleted.
  text text not null check (length(text) <= 500),
  reported_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (record_id, user_id)
);
create index eraser_reports_by on eraser_reports (user_id);
create trigger owner_not_deleted before insert on eraser_reports
  for each row execute function refuse_deleted_owner();

create table eraser_practices (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users,
  record_id bigint not null references eraser_records on delete cascade,
  started_at timestamptz not null default now(),
  seconds integer not null default 0 check (seconds between 0 and 86400),
  finished_at timestamptz
);
create index eraser_practices_of_record on eraser_practices (record_id, id desc);
create index eraser_practices_of_user on eraser_practices (user_id);
create trigger owner_not_deleted before insert on eraser_practices
  for each row execute function refuse_deleted_owner();

create table eraser_exports (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users,
  format text not null check (format in ('pdf', 'zip')),
  title text not null default '',
  options jsonb not null,
  -- Version ids for the clean pages, page ids for the originals.
  pages bigint[] not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  lease uuid,
  pages_done integer not null default 0,
  bundle text,
  byte_size bigint,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((status = 'done') = (bundle is not null))
);
create index eraser_exports_of_user on eraser_exports (user_id, id desc);
create index eraser_exports_to_end on eraser_exports (expires_at);
create trigger owner_not_deleted before insert on eraser_exports
  for each row execute function refuse_deleted_owner();

-- A person's link that brings others. Both get pages once somebody new has come by it.
create table promotion_links (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null unique references users,
  code text not null unique check (code ~ '^[a-z0-9]{6,16}$'),
  made_at timestamptz not null default now()
);
create trigger owner_not_deleted before insert on promotion_links
  for each row execute function refuse_deleted_owner();

-- Who followed a link, each once: a browser, which becomes a person when somebody logs in there.
create table promotion_accesses (
  id bigint generated always as identity primary key,
  link_id bigint not null references promotion_links on delete cascade,
  browser_hash bytea,
  user_id bigint references users,
  accessed_at timestamptz not null default now(),
  rewarded_at timestamptz,
  check (browser_hash is not null or user_id is not null),
  check (rewarded_at is null or user_id is not null),
  unique (link_id, browser_hash),
  unique (link_id, user_id)
);
-- Somebody is new once.
create unique index promotion_rewarded_once on promotion_accesses (user_id) where rewarded_at is not null;
create index promotion_accesses_of_user on promotion_accesses (user_id);
create index promotion_accesses_of_browser on promotion_accesses (browser_hash);
create trigger owner_not_deleted before insert or update of user_id on promotion_accesses
  for each row when (new.user_id is not null) execute function refuse_deleted_owner();

-- Keyed hashes of numbers that were new once, and are not new again under another account. Nothing leads from here to a
-- person.
create table promotion_numbers (
  phone_hash bytea primary key
);
