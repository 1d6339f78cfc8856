-- Codes sent by SMS, and what keeps others from having them sent at our cost. No number, address or code is here: only
-- hashes under keys that are not in the database.

-- One row for each message we tried to send, kept for two days. The hashes are those of one day: what the same phone or
-- address does on different days cannot be joined.
create table sms_messages (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  number_hash bytea not null,
  prefix_hash bytea not null,
  address_hash bytea not null,
  network_hash bytea not null,
  dial_code text not null,
  -- Pending for ever when the process died before the gateway answered: it counts as sent.
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  -- Its code let somebody in.
  used boolean not null default false
);
create index sms_messages_at on sms_messages (at);
create index sms_messages_number on sms_messages (number_hash, at);
create index sms_messages_prefix on sms_messages (prefix_hash, at);
create index sms_messages_address on sms_messages (address_hash, at);
create index sms_messages_network on sms_messages (network_hash, at);
create index sms_messages_dial_code on sms_messages (dial_code, at);

-- Figures of a day in Hong Kong, for the operator and for the breaker.
create table sms_days (
  day date primary key,
  messages integer not null default 0,
  failed integer not null default 0,
  spend_cents bigint not null default 0
);
create table sms_refusals (
  day date not null,
  reason text not null,
  count bigint not null,
  primary key (day, reason)
);

-- Codes that still work; a used or replaced one is deleted.
create table sms_codes (
  request_hash bytea primary key,
  number_hash bytea not null,
  purpose text not null check (purpose in ('product', 'ai')),
  code_hash bytea not null,
  message_id bigint not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  unique (number_hash, purpose)
);
create index sms_codes_expired on sms_codes (expires_at);

-- Proofs of work that were shown, kept until nobody could show them again.
create table sms_proofs (
  nonce bytea primary key,
  expires_at timestamptz not null
);
create index sms_proofs_expired on sms_proofs (expires_at);
