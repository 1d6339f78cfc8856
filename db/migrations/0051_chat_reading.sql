-- The text of a picture or PDF is read off it once. Whoever reads holds it for a while; a reader that died lets it go.
alter table chat_files
  add recognised_state text not null default 'waiting' check (recognised_state in ('waiting', 'done', 'failed')),
  add reading_until timestamptz,
  add reading_tries smallint not null default 0;
update chat_files set recognised_state = 'done' where recognised_text is not null;
