-- What everybody may look through: online cases and listed tutors. Each process keeps an index of them in memory; these
-- tables tell it what to read again.

-- Made up to show how the product works; marked wherever they are shown.
alter table cases add column is_sample boolean not null default false;
alter table tutor_listings add column is_sample boolean not null default false;

-- Cases and tutors that changed. Transactions end in another order than they begin in, so a reader goes by the
-- transaction: everything from the oldest one that was still open when it last looked.
create table market_changes (
  seq bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  kind text not null check (kind in ('case', 'tutor')),
  row_id bigint not null,
  changed_at timestamptz not null default now()
);
create index market_changes_by_transaction on market_changes (xid);
create index market_changes_by_age on market_changes (changed_at);

create function note_market_change(kind text, row_id bigint) returns void language sql as $$
  with noted as (insert into market_changes (kind, row_id) values (kind, row_id) returning seq)
  select pg_notify('market', (select seq::text from noted));
$$;

create function case_changed() returns trigger language plpgsql as $$
begin
  perform note_market_change('case', coalesce(new.id, old.id));
  return null;
end $$;
create trigger case_changed after insert or update or delete on cases
  for each row execute function case_changed();

create function tutor_changed() returns trigger language plpgsql as $$
begin
  perform note_market_change('tutor', coalesce(new.id, old.id));
  return null;
end $$;
create trigger tutor_changed after insert or update or delete on tutor_listings
  for each row execute function tutor_changed();

-- Badges come from evidence.
create function evidence_changed() returns trigger language plpgsql as $$
begin
  perform note_market_change('tutor', id) from tutor_listings where user_id = coalesce(new.user_id, old.user_id);
  return null;
end $$;
create trigger evidence_changed after insert or update or delete on evidence
  for each row execute function evidence_changed();

-- What a banned person has on show is on show no longer.
create function ban_changed() returns trigger language plpgsql as $$
begin
  perform note_market_change('case', cases.id)
    from cases join users on users.id = cases.user_id
    where users.phone_hash = new.phone_hash and cases.status = 1;
  perform note_market_change('tutor', tutor_listings.id)
    from tutor_listings join users on users.id = tutor_listings.user_id
    where users.phone_hash = new.phone_hash;
  return null;
end $$;
create trigger ban_changed after insert or update on bans
  for each row execute function ban_changed();

create function is_banned(who bigint) returns boolean language sql stable as $$
  select exists (
    select 1 from users join bans on bans.phone_hash = users.phone_hash and bans.lifted_at is null
    where users.id = who
  );
$$;
