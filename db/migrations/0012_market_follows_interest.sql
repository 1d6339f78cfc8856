-- What a tutor or a family is asked and has agreed to changes what the market shows of them, and to whom.

create function interest_changed() returns trigger language plpgsql as $$
begin
  perform note_market_change('case', coalesce(new.case_id, old.case_id));
  perform note_market_change('tutor', id)
    from (select distinct id from unnest(array[new.listing_id, old.listing_id]) as id where id is not null) as touched;
  return null;
end $$;
create trigger interest_changed after insert or update or delete on interests
  for each row execute function interest_changed();
create trigger match_changed after insert or update or delete on matches
  for each row execute function interest_changed();
