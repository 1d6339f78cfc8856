-- Browsers that asked to be told while no page is open. The keys are the browser's: what is sent can be read there only.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  -- One for each session: a browser that subscribes anew replaces what it had.
  session_id uuid not null unique references sessions on delete cascade,
  user_id bigint not null references users,
  -- Of the browser's push service. Whoever logs in at the same browser next takes it over.
  endpoint text not null unique check (length(endpoint) <= 2000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 40),
  locale text not null check (locale in ('zh-Hant', 'en')),
  subscribed_at timestamptz not null default now()
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
create trigger owner_not_deleted before insert on push_subscriptions
  for each row execute function refuse_deleted_owner();

-- However a session ends, its browser hears nothing more.
create function forget_push_of_session() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger push_ends_with_session after update of ended_at on sessions
  for each row when (new.ended_at is not null) execute function forget_push_of_session();
