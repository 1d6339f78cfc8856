-- E-mail addresses that people want to be told at: verified by a code or a link, encrypted like numbers.

create table email_addresses (
  user_id bigint primary key references users on delete cascade,
  -- Of the address in small letters: bounces name the address and not the person.
  address_hash bytea not null,
  address_cipher bytea not null,
  address_key text not null,
  -- Of the link that came with the code: opened again, it says that the address is verified.
  link_hash bytea not null,
  verified_at timestamptz not null default now(),
  off_reason text check (off_reason in ('bounce', 'complaint')),
  off_at timestamptz,
  check ((off_reason is null) = (off_at is null))
);
create index email_addresses_of_hash on email_addresses (address_hash);
create index email_addresses_of_link on email_addresses (link_hash);
create trigger owner_not_deleted before insert on email_addresses
  for each row execute function refuse_deleted_owner();

-- An address that waits for its code, one per person; the verified one stays in use until then.
create table email_claims (
  user_id bigint primary key references users on delete cascade,
  address_hash bytea not null,
  address_cipher bytea not null,
  address_key text not null,
  code_hash bytea not null,
  link_hash bytea not null unique,
  tries smallint not null default 0,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create trigger owner_not_deleted before insert on email_claims
  for each row execute function refuse_deleted_owner();

-- Verification mails of the last two days, by keyed hashes: what the limits count.
create table email_sends (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  person_hash bytea not null,
  address_hash bytea not null,
  network_hash bytea not null,
  -- It never left: it counts, but the next one need not wait.
  is_failed boolean not null default false
);
create index email_sends_of_person on email_sends (person_hash, at);
create index email_sends_of_address on email_sends (address_hash, at);
create index email_sends_of_network on email_sends (network_hash, at);
create index email_sends_by_time on email_sends (at);
