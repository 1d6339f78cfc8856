import type { Database, Tx } from '#server/ground/db/db.ts';
import { type Lost, settle } from '#server/ground/db/settle.ts';

/** What is told where the database itself refuses. */
const refused: Lost = {
  one_open_lesson_per_tutor: 'lessonOpen',
  lessons_never_overlap: 'lessonOverlaps',
  lesson_ends_after_start: 'endBeforeStart',
  lesson_not_too_long: 'lessonTooLong',
  nothing_on_a_stopped_class: 'classStopped',
  lesson_steps: 'lessonSettled',
  lesson_end_is_fixed: 'lessonSettled',
  lesson_confirmed_by_silence: 'lessonSettled',
};

/** One transaction about lessons. */
export const settleLesson = <T>(database: Database, work: (tx: Tx) => Promise<T>) =>
  settle(database, work, refused);
