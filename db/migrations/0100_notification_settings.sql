-- What a person chose about being told, where it differs from the default: the defaults may change for everybody else.
create table notification_choices (
  user_id bigint not null references users,
  topic text not null,
  channel text not null check (channel in ('push', 'email', 'sms')),
  is_on boolean not null,
  chosen_at timestamptz not null default now(),
  primary key (user_id, topic, channel)
);

create table notification_settings (
  user_id bigint primary key references users,
  -- In Hong Kong; null for somebody who is told of everything by itself.
  digest_hour smallint check (digest_hour between 7 and 22),
  -- When the person said no to being told; they are not asked again.
  declined_at timestamptz
);

create trigger owner_not_deleted before insert on notification_choices
  for each row execute function refuse_deleted_owner();
create trigger owner_not_deleted before insert on notification_settings
  for each row execute function refuse_deleted_owner();

-- Until now the switch was read by nothing. Who gets push messages today wants to be told.
update users set is_remind = true
  where deleted_at is null and not is_remind and id in (select user_id from push_subscriptions);
