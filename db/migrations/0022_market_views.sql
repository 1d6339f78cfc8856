-- How often a case or a tutor was looked at, by day in Hong Kong: who is seen by everybody makes room for others. Nothing
-- says who looked.
create table market_views (
  kind text not null check (kind in ('case', 'tutor')),
  row_id bigint not null,
  day date not null,
  views integer not null check (views > 0),
  primary key (kind, row_id, day)
);
create index market_views_by_day on market_views (day);
