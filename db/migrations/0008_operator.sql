-- The operator's desk: what waits for a decision, and a record of everything an operator did.

-- Ids only: what an item is about stands in its domain's own tables.
create table queue_items (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]+$'),
  subject_id text not null check (length(subject_id) between 1 and 100),
  -- The two sides, where there are two; both hear of the decision.
  opened_by bigint references users,
  about_user bigint references users,
  opened_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'decided')),
  decision text,
  note text not null default '' check (length(note) <= 1000),
  decided_by bigint references users,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null) and (state = 'open') = (decision is null))
);
-- A subject waits once, however often it is handed in.
create unique index queue_items_open on queue_items (kind, subject_id) where state = 'open';
create index queue_items_by_state on queue_items (state, id);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null: from the command line of the machine.
  operator_id bigint references users,
  action text not null check (action ~ '^[a-z_.]+$'),
  -- The person it was about, if any.
  about_user bigint references users,
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object')
);
create index audit_log_of_user on audit_log (about_user);

-- Append only. The one thing that may change is that params, which may speak of a person, are emptied.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.params = '{}'
      and (new.id, new.at, new.operator_id, new.action, new.about_user)
        is not distinct from (old.id, old.at, old.operator_id, old.action, old.about_user)
    then
      return new;
    end if;
  end if;
  raise exception 'the audit log is append only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_never_emptied before truncate on audit_log
  execute function refuse_audit_change();
