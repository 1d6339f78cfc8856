-- The day in Hong Kong on which somebody last came: who has not been here for long is shown further down. A day and no
-- more, so that nobody's hours can be read from it, and one change a day at most.
alter table users add column active_on date;

create function visit_changed() returns trigger language plpgsql as $$
begin
  perform note_market_change('tutor', id) from tutor_listings where user_id = new.id and is_listed;
  return null;
end $$;
create trigger visit_changed after update of active_on on users
  for each row when (old.active_on is distinct from new.active_on) execute function visit_changed();
