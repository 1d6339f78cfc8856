-- How a family and a tutor come together: one asks, the other answers, and what both said yes to is a match. Whoever
-- changes anything here holds the row of the case first; the indexes settle what comes at the same moment all the same.

create table interests (
  id bigint generated always as identity (start with 1001) primary key,
  case_id bigint not null references cases on delete cascade,
  -- Null once the tutor has left; what was agreed stays with the family.
  listing_id bigint references tutor_listings on delete set null,
  -- The owners of the two, who never change.
  family_user_id bigint not null references users,
  tutor_user_id bigint not null references users,
  asked_by text not null check (asked_by in ('family', 'tutor')),
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'declined', 'withdrawn', 'closed')),
  -- What is offered: HK$ per hour, and half hours of the week; none means still open.
  price integer not null check (price between 50 and 5000),
  slots integer[] not null check (0 <= all (slots) and 335 >= all (slots)),
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  check (family_user_id <> tutor_user_id),
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'pending' or listing_id is not null)
);
create unique index interests_pending_once on interests (case_id, listing_id) where status = 'pending';
create index interests_of_pair on interests (listing_id, case_id);
create index interests_of_case on interests (case_id);
create index interests_of_family on interests (family_user_id, id desc);
create index interests_of_tutor on interests (tutor_user_id, id desc);

create table matches (
  id bigint generated always as identity (start with 1001) primary key,
  interest_id bigint not null unique references interests,
  case_id bigint not null references cases,
  listing_id bigint references tutor_listings on delete set null,
  family_user_id bigint not null references users,
  tutor_user_id bigint not null references users,
  -- trial and going are live; failed is a trial that did not suit.
  status text not null default 'trial' check (status in ('trial', 'going', 'failed', 'ended')),
  price integer not null check (price between 50 and 5000),
  slots integer[] not null check (0 <= all (slots) and 335 >= all (slots)),
  made_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Since when each side agrees that the other may have their number.
  family_agreed_at timestamptz,
  tutor_agreed_at timestamptz,
  check (family_user_id <> tutor_user_id),
  check ((status in ('failed', 'ended')) = (ended_at is not null)),
  check (status not in ('trial', 'going') or listing_id is not null)
);
create unique index one_live_match_per_case on matches (case_id) where status in ('trial', 'going');
create index matches_of_case on matches (case_id, id desc);
create index matches_of_family on matches (family_user_id, id desc);
create index matches_of_tutor on matches (tutor_user_id, id desc);
create index live_matches_of_listing on matches (listing_id) where status in ('trial', 'going');

-- The half hours of a tutor's week that live matches take: nobody teaches in two places.
create table match_slots (
  listing_id bigint not null references tutor_listings on delete cascade,
  slot smallint not null check (slot between 0 and 335),
  match_id bigint not null references matches on delete cascade,
  primary key (listing_id, slot)
);
create index match_slots_of_match on match_slots (match_id);

-- Each time somebody was shown the other's number.
create table contact_reveals (
  id bigint generated always as identity primary key,
  match_id bigint not null references matches,
  shown_to bigint not null references users,
  number_of bigint not null references users,
  at timestamptz not null default now()
);
create index contact_reveals_to on contact_reveals (shown_to);
create index contact_reveals_of on contact_reveals (number_of);

-- An answer that was given is given.
create function refuse_illegal_step() returns trigger language plpgsql as $$
begin
  raise exception '% may not go from % to %', tg_table_name, old.status, new.status
    using errcode = 'check_violation';
end $$;
create trigger interests_decided_once before update of status on interests for each row
  when (old.status <> new.status and old.status <> 'pending')
  execute function refuse_illegal_step();
create trigger matches_end_once before update of status on matches for each row
  when (old.status <> new.status and not (old.status = 'trial' or (old.status = 'going' and new.status = 'ended')))
  execute function refuse_illegal_step();

-- Waits for a deletion of either side that is under way, then finds that there is nobody any more.
create function refuse_deleted_side() returns trigger language plpgsql as $$
begin
  perform from users where id = new.family_user_id and deleted_at is null for key share;
  if found then
    perform from users where id = new.tutor_user_id and deleted_at is null for key share;
  end if;
  if not found then
    raise exception 'the account of this row is deleted' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger sides_not_deleted before insert on interests
  for each row execute function refuse_deleted_side();
create trigger sides_not_deleted before insert on matches
  for each row execute function refuse_deleted_side();
