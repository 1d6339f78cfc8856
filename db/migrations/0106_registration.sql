-- The listing that a tutor is still writing, or the changes of it that are not saved yet, one per account, as its form keeps
-- them; it goes when they are sent.
create table tutor_drafts (
  user_id bigint primary key references users on delete cascade,
  key uuid not null,
  form jsonb not null,
  -- Of the listing that is being changed; none for a new one.
  version integer,
  revision integer not null default 1,
  saved_at timestamptz not null default now()
);
create trigger owner_not_deleted before insert on tutor_drafts
  for each row execute function refuse_deleted_owner();

-- Why a document was refused and a dispute was decided so, as an operator wrote it to those concerned.
alter table evidence add column reason text not null default '' check (length(reason) <= 1000);
alter table lesson_disputes add column reason text not null default '' check (length(reason) <= 1000);

-- How many lessons a tutor has taught stands on the card, so a lesson that is confirmed is told to the market.
create index lessons_confirmed_of_tutor on lessons (tutor_user_id) where state = 'confirmed';
create function note_lesson_confirmed() returns trigger language plpgsql as $$
begin
  if (new.state = 'confirmed') <> (old.state = 'confirmed') then
    perform note_market_change('tutor', id) from tutor_listings where user_id = new.tutor_user_id;
  end if;
  return null;
end $$;
create trigger note_lesson_confirmed after update of state on lessons
  for each row execute function note_lesson_confirmed();

-- The checking code of the police that a tutor has entered once, to share it with families who ask, one tap each. No family
-- reads it here. It goes when the tutor drops it, with the account, and when the police no longer answer for it.
create table police_codes (
  user_id bigint primary key references users on delete cascade,
  code_cipher bytea not null,
  code_key text not null,
  issued_on date not null,
  kept_at timestamptz not null default now()
);
create trigger owner_not_deleted before insert on police_codes
  for each row execute function refuse_deleted_owner();
