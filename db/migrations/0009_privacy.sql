-- What a deleted account leaves behind says nothing of the person, and nothing about them comes back: neither by a
-- request that was under way, nor by one that was written without thinking of it.

alter table users add constraint users_forgotten check (
  deleted_at is null
  or (name = '' and registration_method is null and marketing_consent_at is null and not is_remind)
);

-- Waits for a deletion that is under way, then finds that there is nobody any more.
create function refuse_deleted_owner() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id and deleted_at is null for key share;
  if not found then
    raise exception 'the account of this row is deleted' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;

-- Every table so far that belongs to somebody. A later migration does the same for its own.
do $$
declare
  owned regclass;
begin
  for owned in
    select conrelid::regclass from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass and attname = 'user_id'
  loop
    execute format(
      'create trigger owner_not_deleted before insert on %s for each row execute function refuse_deleted_owner()',
      owned
    );
  end loop;
end $$;
