-- What the product tells a person, shown at /message. The words are made when it is read, in the reader's language.

create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null check (kind ~ '^[a-z_]+$'),
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  told_at timestamptz not null default now(),
  read_at timestamptz
);
create index notices_of_user on notices (user_id, id desc);
create index notices_unread on notices (user_id) where read_at is null;
