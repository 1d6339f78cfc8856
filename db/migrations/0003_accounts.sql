-- People, how they prove who they are, and who may not come in. A mobile number is never stored in the clear: a cipher
-- to read it, a keyed hash to find it, and the id of the key both were made with.

create table users (
  id bigint generated always as identity (start with 1001) primary key,
  created_at timestamptz not null default now(),
  -- All three are null once the account is deleted.
  phone_hash bytea unique,
  phone_cipher bytea,
  phone_key text,
  name text not null default '' check (length(name) <= 60),
  gender text not null default 'F' check (gender in ('U', 'M', 'F')),
  -- 0 visitor, 1 parent or student, 2 tutor.
  last_identity smallint not null default 0 check (last_identity in (0, 1, 2)),
  registration_method text check (
    registration_method in
      ('home_register', 'quickly_register', 'popup_register', 'case_register', 'more_register')
  ),
  locale text not null default 'zh-Hant' check (locale in ('zh-Hant', 'en')),
  is_remind boolean not null default false,
  -- The two faces of one account: since when each is open.
  product_since timestamptz,
  ai_since timestamptz,
  marketing_consent_at timestamptz,
  deleted_at timestamptz,
  check ((phone_hash is null) = (phone_cipher is null) and (phone_hash is null) = (phone_key is null)),
  check (deleted_at is null or phone_hash is null)
);

create table user_terms (
  user_id bigint not null references users,
  suffix text not null,
  version text not null,
  agreed_at timestamptz not null default now(),
  primary key (user_id, suffix, version)
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users,
  face text not null check (face in ('product', 'ai')),
  -- The product session that opened this AI session, and with which it ends.
  opened_by uuid references sessions on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- What its owner sees in the list of sessions: "Chrome · Windows".
  browser text not null default '' check (length(browser) <= 80),
  browser_hash bytea not null,
  second_factor_at timestamptz,
  ended_at timestamptz,
  ended_why text
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
create index sessions_opened_by on sessions (opened_by) where ended_at is null;

-- Renewal tokens. Each is used once and begets the next; one that is used again later ends its session.
create table session_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  parent bytea,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index session_tokens_of_session on session_tokens (session_id);

-- By number, so that a ban outlives the account. Lifting one keeps the row as history.
create table bans (
  id bigint generated always as identity primary key,
  phone_hash bytea not null,
  phone_key text not null,
  reason text not null check (length(reason) between 1 and 500),
  banned_at timestamptz not null default now(),
  banned_by bigint references users,
  lifted_at timestamptz,
  lifted_by bigint references users
);
create unique index bans_in_force on bans (phone_hash) where lifted_at is null;

create table operators (
  user_id bigint primary key references users,
  added_at timestamptz not null default now()
);

create table second_factors (
  user_id bigint primary key references users,
  secret_cipher bytea not null,
  secret_key text not null,
  created_at timestamptz not null default now(),
  -- Null until the owner has shown a code from it.
  confirmed_at timestamptz,
  -- The time step of the last code taken: no code is taken twice.
  last_step bigint not null default 0,
  failures integer not null default 0,
  blocked_until timestamptz
);

create table recovery_codes (
  hash bytea primary key,
  user_id bigint not null references users,
  used_at timestamptz
);
create index recovery_codes_of_user on recovery_codes (user_id);

-- Logging in on one screen by confirming on another that is logged in already.
create table qr_logins (
  code_hash bytea primary key,
  -- Known only to the browser that shows the code.
  browser_secret_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_by bigint references users,
  confirmed_at timestamptz,
  used_at timestamptz
);
