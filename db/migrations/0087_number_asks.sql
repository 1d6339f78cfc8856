-- One row for each time that somebody asks for the account of a lost number, whether or not there is such an account: all
-- of them count, and all of them are answered with the same words at the same time. The new number is kept until then, the
-- keyed hashes of the old number and of the address for 30 days.
create table number_asks (
  id bigint generated always as identity primary key,
  request_id bigint references number_requests on delete set null,
  phone_hash bytea,
  phone_cipher bytea,
  phone_key text,
  locale text not null check (locale in ('zh-Hant', 'en')),
  old_trace bytea not null,
  address_trace bytea not null,
  asked_at timestamptz not null default now(),
  check ((phone_hash is null) = (phone_cipher is null) and (phone_hash is null) = (phone_key is null))
);
create index number_asks_of_number on number_asks (old_trace, asked_at);
create index number_asks_of_address on number_asks (address_trace, asked_at);
create index number_asks_of_request on number_asks (request_id) where request_id is not null;
create index number_asks_to_number on number_asks (phone_hash) where phone_hash is not null;
