-- What people may use, and what they have used: pages, messages, seconds. A kind such as `paper:exam` also draws on
-- what was granted for all of its family, `paper`.

-- One row per person who ever used something; whoever changes anything of theirs below locks it first.
create table quota_owners (
  user_id bigint primary key references users
);

create table quota_grants (
  id bigint generated always as identity primary key,
  user_id bigint not null references quota_owners,
  kind text not null check (kind ~ '^[a-z]+(:[a-z0-9-]+)?$'),
  -- Null is without limit.
  amount integer check (amount > 0),
  used integer not null default 0 check (used >= 0),
  held integer not null default 0 check (held >= 0),
  reason text not null check (reason in ('free', 'subscription', 'promotion', 'operator')),
  -- Names the occasion: what arrives twice is given once.
  key text check (length(key) between 1 and 200),
  granted_at timestamptz not null default now(),
  expires_at timestamptz,
  check (used + held <= amount),
  unique (user_id, key)
);
create unique index quota_grants_free_once on quota_grants (user_id, kind) where reason = 'free';

create table quota_reservations (
  id bigint generated always as identity primary key,
  user_id bigint not null references quota_owners,
  kind text not null check (kind ~ '^[a-z]+(:[a-z0-9-]+)?$'),
  key text not null check (length(key) between 1 and 200),
  amount integer not null check (amount > 0),
  used integer not null default 0 check (used between 0 and amount),
  state text not null default 'held' check (state in ('held', 'settled', 'returned')),
  -- The day in Hong Kong whose daily maximum it counts towards.
  day date not null,
  made_at timestamptz not null default now(),
  -- Held no longer than this: after it, it counts as returned.
  deadline timestamptz not null,
  unique (user_id, kind, key)
);
create index quota_reservations_of_day on quota_reservations (user_id, day);
create index quota_reservations_held on quota_reservations (user_id, deadline) where state = 'held';

-- Which grants a reservation draws on; none where the allowance was without limit.
create table quota_draws (
  reservation_id bigint not null references quota_reservations on delete cascade,
  grant_id bigint not null references quota_grants,
  amount integer not null check (amount > 0),
  primary key (reservation_id, grant_id)
);

create function hong_kong_day() returns date stable language sql
  return (now() at time zone 'Asia/Hong_Kong')::date;
