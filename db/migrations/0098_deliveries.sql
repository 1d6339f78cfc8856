-- What is to be told outside the page: one row per event, person and channel, written with the event itself.
create table deliveries (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  channel text not null check (channel in ('push', 'email', 'sms')),
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- The event: a notice, or a message of a conversation.
  notice_id bigint,
  interest_id bigint,
  message_id bigint,
  -- It comes at once, also in quiet hours.
  is_urgent boolean not null,
  -- It waits for the hour of the person's digest.
  is_digest boolean not null default false,
  happened_at timestamptz not null default now(),
  -- While it is being sent: when another worker may take it for lost and send it again.
  due_at timestamptz not null,
  -- Rows that are sent together have the id of the first; it stays the same at every attempt.
  sent_with bigint,
  attempts smallint not null default 0,
  state text not null default 'pending' check (state in ('pending', 'sent', 'skipped', 'given_up')),
  -- Why it was skipped or given up, or why the last attempt failed. Never personal data.
  reason text check (length(reason) <= 200),
  ended_at timestamptz,
  check (num_nonnulls(notice_id, message_id) = 1 and num_nonnulls(interest_id, message_id) <> 1),
  check ((state = 'pending') = (ended_at is null)),
  foreign key (user_id, notice_id) references notices (user_id, id) on delete cascade,
  foreign key (interest_id, message_id) references conversation_messages (interest_id, id) on delete cascade
);
create unique index deliveries_of_notice on deliveries (user_id, notice_id, channel) where notice_id is not null;
create unique index deliveries_of_message on deliveries (interest_id, message_id, channel)
  where message_id is not null;
create index deliveries_due on deliveries (channel, due_at) where state = 'pending';
create index deliveries_of_user on deliveries (user_id, channel, state, ended_at);
create index deliveries_given_up on deliveries (channel, ended_at desc) where state = 'given_up';
create trigger owner_not_deleted before insert on deliveries
  for each row execute function refuse_deleted_owner();

-- How many ended how, by day in Hong Kong. They stay when the rows are gone.
create table delivery_days (
  day date not null,
  channel text not null,
  state text not null,
  count bigint not null,
  primary key (day, channel, state)
);

-- The delivery that this browser took while another browser of the person did not: it is not sent here again.
alter table push_subscriptions add column last_key text check (length(last_key) <= 40);

-- Messages by SMS that are no codes, with a budget of their own.
alter table sms_days add column notices integer not null default 0;
alter table sms_days add column notice_cents bigint not null default 0;

-- Whoever had asked to be told goes on being told.
update users set is_remind = true
  where not is_remind and deleted_at is null and id in (select user_id from push_subscriptions);

-- Jobs of the former way to send a push message.
select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'push'));
