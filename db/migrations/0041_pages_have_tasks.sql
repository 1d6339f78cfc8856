-- Every page belongs to a task of its own paper, by which the editor is reached: copies had none, and a page that moved to
-- another paper still named the one it came from.
insert into eraser_tasks (user_id, record_id, created_at)
select user_id, id, created_at from eraser_records
where not exists (select from eraser_tasks where eraser_tasks.record_id = eraser_records.id)
  and exists (select from eraser_pages where eraser_pages.record_id = eraser_records.id);

update eraser_pages set task_id = (select max(id) from eraser_tasks where eraser_tasks.record_id = eraser_pages.record_id)
where not exists (
  select from eraser_tasks
  where eraser_tasks.id = eraser_pages.task_id and eraser_tasks.record_id = eraser_pages.record_id
);

alter table eraser_tasks add unique (id, record_id);
alter table eraser_pages
  alter column task_id set not null,
  drop constraint eraser_pages_task_id_fkey,
  add foreign key (task_id, record_id) references eraser_tasks (id, record_id);
