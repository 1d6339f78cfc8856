-- What the product says about itself. Texts of both languages stand side by side; bodies are lists of paragraphs
-- (strings) and bullet lists (arrays of strings).

create table faq_categories (
  id integer primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]+$'),
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  sort integer not null
);

create table faqs (
  id integer primary key,
  category text not null references faq_categories (slug) on update cascade,
  question_zh_hant text not null check (question_zh_hant <> ''),
  question_en text not null check (question_en <> ''),
  answer_zh_hant jsonb not null check (jsonb_typeof(answer_zh_hant) = 'array'),
  answer_en jsonb not null check (jsonb_typeof(answer_en) = 'array'),
  sort integer not null
);
create index faqs_category on faqs (category);

-- One row per version, kept for good: a user agreed to the text as it stood.
create table terms (
  suffix text not null check (suffix ~ '^[a-z-]*$'),
  version text not null check (version <> ''),
  effective_date date not null,
  title_zh_hant text not null check (title_zh_hant <> ''),
  title_en text not null check (title_en <> ''),
  summary_zh_hant text not null,
  summary_en text not null,
  -- [{ id, heading: { "zh-Hant", en }, body: { "zh-Hant", en } }]
  sections jsonb not null check (jsonb_typeof(sections) = 'array'),
  sort integer not null,
  primary key (suffix, version)
);

create table company_info (
  key text primary key,
  text_zh_hant text not null,
  text_en text not null
);

create table media_companies (
  id integer primary key,
  kind text not null check (kind <> ''),
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  description_zh_hant text not null,
  description_en text not null,
  -- Where the channel is; unknown until an operator says so, and never seeded.
  url text check (url ~ '^https?://'),
  sort integer not null
);

create table qr_codes (
  id integer primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]+$'),
  name_zh_hant text not null check (name_zh_hant <> ''),
  name_en text not null check (name_en <> ''),
  description_zh_hant text not null,
  description_en text not null,
  sort integer not null
);

do $$
declare
  content text;
begin
  foreach content in array array['faq_categories', 'faqs', 'terms', 'company_info', 'media_companies', 'qr_codes']
  loop
    execute format(
      'create trigger notify_change after insert or update or delete or truncate on %I
       for each statement execute function notify_change(''content_changed'')', content);
  end loop;
end
$$;
