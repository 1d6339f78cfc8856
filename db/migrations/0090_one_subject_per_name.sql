-- 中文, 英文 and 數學 were listed twice, once for the DSE (1, 2, 3) and once for primary and junior secondary (32, 33,
-- 34), so a tutor of one was not found by families who looked for the other. Each is one subject now; its grades are
-- part of the reference list. src/shared/subjects/subject-ids.ts reads the former ids where people still send them.

create function pg_temp.current_subject(id integer) returns integer language sql immutable
return case id when 32 then 1 when 33 then 2 when 34 then 3 else id end;

-- A list keeps its order; a subject that it names by both ids stays once, where it stood first.
create function pg_temp.current_subjects(ids integer[]) returns integer[] language sql immutable
return (
  select coalesce(array_agg(kept.id order by kept.place), '{}')
  from (
    select pg_temp.current_subject(given.id) as id, min(given.place) as place
    from unnest(ids) with ordinality as given (id, place)
    group by 1
  ) as kept
);

-- Subjects in JSON, however deep: `major_subject` is one id, or a list of them.
create function pg_temp.with_current_subjects(value jsonb) returns jsonb language plpgsql immutable as $$
begin
  if jsonb_typeof(value) = 'array' then
    return (
      select coalesce(jsonb_agg(pg_temp.with_current_subjects(item) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as items (item, place)
    );
  elsif jsonb_typeof(value) = 'object' then
    return (
      select coalesce(jsonb_object_agg(key, case
        when key = 'major_subject' and jsonb_typeof(item) = 'number'
          then to_jsonb(pg_temp.current_subject(item::integer))
        when key = 'major_subject' and jsonb_typeof(item) = 'array'
          then to_jsonb(pg_temp.current_subjects(array(select jsonb_array_elements_text(item)::integer)))
        else pg_temp.with_current_subjects(item)
      end), '{}')
      from jsonb_each(value) as fields (key, item)
    );
  end if;
  return value;
end
$$;

-- The other processes read the changed rows again.
select note_market_change('case', changed.case_id)
from (select distinct case_id from case_children where major_subject_ids && '{32,33,34}') as changed;
select note_market_change('tutor', changed.listing_id)
from (
  select listing_id from tutor_subjects where major_subject_id in (32, 33, 34)
  union
  select listing_id from tutor_dse_results where major_subject_id in (32, 33, 34)
) as changed;

update case_children set major_subject_ids = pg_temp.current_subjects(major_subject_ids)
where major_subject_ids && '{32,33,34}';

-- A tutor teaches the subject at the grades of both entries; the rows of a subject stand together, in grade order.
create temporary table taught on commit drop as
select listing_id, major_subject_id, other_subject_id, grade_id,
  row_number() over (partition by listing_id order by first_position, grade_id) - 1 as position
from (
  select listing_id, major_subject_id, other_subject_id, grade_id,
    min(min(position)) over (partition by listing_id, major_subject_id, other_subject_id) as first_position
  from (
    select listing_id, position, pg_temp.current_subject(major_subject_id) as major_subject_id, other_subject_id,
      grade_id
    from tutor_subjects
    where listing_id in (select listing_id from tutor_subjects where major_subject_id in (32, 33, 34))
  ) as current_rows
  group by listing_id, major_subject_id, other_subject_id, grade_id
) as placed;
delete from tutor_subjects where listing_id in (select listing_id from taught);
insert into tutor_subjects (listing_id, position, major_subject_id, other_subject_id, grade_id)
select listing_id, position, major_subject_id, other_subject_id, grade_id from taught;

-- Of two results in one subject, the one under the examination's own entry stays.
delete from tutor_dse_results as former
using tutor_dse_results as own
where former.major_subject_id in (32, 33, 34) and own.listing_id = former.listing_id
  and own.major_subject_id = pg_temp.current_subject(former.major_subject_id);
update tutor_dse_results set major_subject_id = pg_temp.current_subject(major_subject_id)
where major_subject_id in (32, 33, 34);

update eraser_records set major_subject_id = pg_temp.current_subject(major_subject_id)
where major_subject_id in (32, 33, 34);

-- Near misses of kept results name subjects.
update algorithm_results set result = pg_temp.with_current_subjects(result)
where result <> pg_temp.with_current_subjects(result);

delete from major_subjects where id in (32, 33, 34);

drop function pg_temp.with_current_subjects, pg_temp.current_subjects, pg_temp.current_subject;

-- The grades that teach a subject, the ids it had before, and what a stage calls it: [{"stage", "name"}]. The seed
-- fills them.
alter table major_subjects
  add column grade_ids integer[] not null default '{}',
  add column former_ids integer[] not null default '{}',
  add column stage_names jsonb not null default '[]' check (jsonb_typeof(stage_names) = 'array'),
  add unique (name_zh_hant),
  add unique (name_en);
alter table other_subjects
  add column grade_ids integer[] not null default '{}',
  add unique (name_zh_hant),
  add unique (name_en);
