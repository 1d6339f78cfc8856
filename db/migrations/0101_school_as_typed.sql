-- A school that is in no list, such as one overseas, is kept as the tutor typed it.
alter table tutor_listings add column school_name text not null default '';
