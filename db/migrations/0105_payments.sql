-- The family says that a month is paid, the tutor that the money has arrived. One row for each payment, with the amount of
-- that moment: what is corrected later is a difference that stays open. Both sides of a class share one account.

create table fee_payments (
  id bigint generated always as identity (start with 1001) primary key,
  family_user_id bigint not null references users,
  tutor_user_id bigint not null references users,
  -- One of their classes.
  class_id bigint not null references classes,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  amount integer not null check (amount > 0),
  -- A tutor who was paid by hand writes it down alone.
  made_by text not null check (made_by in ('family', 'tutor')),
  -- Made by the page, so that what is sent twice counts once.
  key uuid not null,
  made_at timestamptz not null default now(),
  received_at timestamptz,
  undone_at timestamptz,
  unique (family_user_id, tutor_user_id, key),
  check (made_by = 'family' or received_at is not null or undone_at is not null),
  check (received_at is null or undone_at is null)
);
create index fee_payments_of_family on fee_payments (family_user_id, month);
create index fee_payments_of_tutor on fee_payments (tutor_user_id, month);

-- What was marked stays as it was; it is received, and taken back, once. A receipt is taken back within ten minutes.
create function hold_payment() returns trigger language plpgsql as $$
begin
  if old.undone_at is not null
    or (to_jsonb(new) - 'received_at' - 'undone_at') <> (to_jsonb(old) - 'received_at' - 'undone_at')
    or (old.received_at is not null and new.received_at is distinct from old.received_at
      and (new.received_at is not null or old.received_at <= clock_timestamp() - interval '10 minutes'))
  then
    raise exception 'what was paid stays' using errcode = 'check_violation', constraint = 'payment_is_fixed';
  end if;
  return new;
end $$;
create trigger hold_payment before update on fee_payments for each row execute function hold_payment();
create trigger fee_payments_stay before delete on fee_payments for each row execute function refuse_removal();

create function keep_payment_history() returns trigger language plpgsql as $$
begin
  insert into class_history (class_id, actor, what, facts) values (new.class_id, current_actor(),
    case
      when tg_op = 'INSERT' and new.made_by = 'family' then 'fee_paid'
      when new.undone_at is not null then 'fee_paid_undone'
      when new.received_at is null then 'fee_received_undone'
      else 'fee_received'
    end,
    jsonb_build_object('payment', new.id, 'month', to_char(new.month, 'YYYY-MM'), 'amount', new.amount));
  return null;
end $$;
create trigger keep_payment_history after insert or update on fee_payments
  for each row execute function keep_payment_history();

-- Where a tutor is paid by FPS (轉數快): a mobile number, an e-mail address or an FPS identifier, encrypted.
create table fps_ids (
  user_id bigint primary key references users,
  kind text not null check (kind in ('phone', 'email', 'id')),
  value_cipher bytea not null,
  value_key text not null,
  changed_at timestamptz not null default now()
);
create trigger owner_not_deleted before insert on fps_ids
  for each row execute function refuse_deleted_owner();
