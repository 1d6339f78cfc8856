-- What the two sides of a class write about each other. Both write without knowing what the other does; both are shown
-- at once, when both have written or when the time is over, and nothing is written after that.

create table review_occasions (
  id bigint generated always as identity (start with 1001) primary key,
  class_id bigint not null references classes,
  occasion text not null check (occasion in ('third', 'end')),
  opened_at timestamptz not null default now(),
  closes_at timestamptz not null check (closes_at > opened_at),
  -- When both had written; else the job writes when the time was over. What is shown goes by the clock.
  published_at timestamptz,
  unique (class_id, occasion)
);
create index review_occasions_to_close on review_occasions (closes_at) where published_at is null;

create table reviews (
  id bigint generated always as identity (start with 1001) primary key,
  occasion_id bigint not null references review_occasions,
  author_side text not null check (author_side in ('family', 'tutor')),
  author_user_id bigint not null references users,
  about_user_id bigint not null references users,
  stars smallint not null check (stars between 1 and 5),
  -- Both emptied when their writer's account is deleted.
  text text not null default '' check (length(text) <= 1000),
  reply text not null default '' check (length(reply) <= 500),
  written_at timestamptz not null default now(),
  replied_at timestamptz,
  -- An operator took it off the page.
  removed_at timestamptz,
  constraint one_review_per_side unique (occasion_id, author_side),
  check (author_user_id <> about_user_id)
);
create index reviews_of_tutor on reviews (about_user_id) where author_side = 'family';
create index reviews_by on reviews (author_user_id);

create function hold_review() returns trigger language plpgsql as $$
declare
  is_shown boolean;
begin
  -- Waits for whoever publishes it at this moment.
  select least(published_at, closes_at) <= clock_timestamp() into is_shown
    from review_occasions where id = new.occasion_id for share;
  if tg_op = 'UPDATE' and (new.id, new.occasion_id, new.author_side, new.author_user_id, new.about_user_id)
    is distinct from (old.id, old.occasion_id, old.author_side, old.author_user_id, old.about_user_id)
  then
    raise exception 'a review stays whose it is' using errcode = 'check_violation', constraint = 'review_is_fixed';
  end if;
  if is_shown and (tg_op = 'INSERT' or new.stars <> old.stars or (new.text <> old.text and new.text <> '')) then
    raise exception 'the review is published' using errcode = 'check_violation', constraint = 'review_is_published';
  end if;
  if not is_shown and new.reply <> '' then
    raise exception 'the review is not published' using errcode = 'check_violation',
      constraint = 'review_is_not_published';
  end if;
  return new;
end $$;
create trigger hold_review before insert or update on reviews for each row execute function hold_review();

-- Where a tutor stands depends on what is shown.
create function review_shown() returns trigger language plpgsql as $$
begin
  if new.published_at is distinct from old.published_at then
    perform note_market_change('tutor', tutor_listings.id)
      from classes join tutor_listings on tutor_listings.user_id = classes.tutor_user_id
      where classes.id = new.class_id;
  end if;
  return null;
end $$;
create trigger review_shown after update on review_occasions for each row execute function review_shown();

create function review_removed() returns trigger language plpgsql as $$
begin
  if new.removed_at is distinct from old.removed_at then
    perform note_market_change('tutor', id) from tutor_listings where user_id = new.about_user_id;
  end if;
  return null;
end $$;
create trigger review_removed after update on reviews for each row execute function review_removed();

create table review_reports (
  review_id bigint not null references reviews,
  reporter_user_id bigint not null references users,
  -- Emptied when its writer's account is deleted.
  reason text not null check (length(reason) <= 500),
  reported_at timestamptz not null default now(),
  primary key (review_id, reporter_user_id)
);
create index review_reports_by on review_reports (reporter_user_id);

-- Classes that have got so far before there were reviews.
insert into review_occasions (class_id, occasion, closes_at)
select class_id, 'third', now() + interval '14 days' from lessons join classes on classes.id = class_id
where state in ('awaiting', 'confirmed') and finish_status = 1
group by class_id having count(*) >= 3;
