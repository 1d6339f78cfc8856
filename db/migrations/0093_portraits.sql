-- People have faces: a drawing that the tutor chose, or a photo. A photo may come before the listing exists.
alter table tutor_listings add column drawn_portrait smallint check (drawn_portrait between 1 and 99);

create table tutor_photos (
  user_id bigint primary key references users,
  -- Random, because it is part of a public address.
  photo uuid not null unique,
  created_at timestamptz not null default now()
);

create function tutor_photo_changed() returns trigger language plpgsql as $$
begin
  perform note_market_change('tutor', id) from tutor_listings where user_id = coalesce(new.user_id, old.user_id);
  return null;
end $$;
create trigger tutor_photo_changed after insert or update or delete on tutor_photos
  for each row execute function tutor_photo_changed();
