-- One run of the eraser gives three strengths. A version knows its own, and by how much each of them changes the page.
alter table eraser_versions
  -- Null for a copied page, and for pages that were erased before there were strengths.
  add column strength text check (strength in ('strict', 'standard', 'thorough')),
  -- Pixels that each strength changes visibly; null once a hand has changed the page too.
  add column changed jsonb,
  drop constraint eraser_versions_kind_check,
  add constraint eraser_versions_kind_check check (kind in ('run', 'brush', 'copy', 'strength')),
  drop constraint eraser_versions_check,
  add constraint eraser_versions_check check ((kind in ('brush', 'strength')) = (made_from is not null)),
  add constraint eraser_versions_strength_known check (kind <> 'strength' or strength is not null);

-- The strength that a person chose last; new papers begin with it.
create table eraser_settings (
  user_id bigint primary key references users,
  strength text not null check (strength in ('strict', 'standard', 'thorough')),
  chosen_at timestamptz not null default now()
);
create trigger owner_not_deleted before insert on eraser_settings
  for each row execute function refuse_deleted_owner();
