import type { LoaderFunctionArgs } from 'react-router';
import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { refuseParams } from '../shell/route-params.ts';
import { EraserDrawing } from '../ui/drawings/eraser.tsx';

export const meta = pageMeta('eraseList');

/** `/erase/list/{grade_id}-{major_subject_id}-{other_subject_id}`: 0 means any. */
export function loader({ params }: LoaderFunctionArgs) {
  const [, grade, major, other] = /^(\d{1,9})-(\d{1,9})-(\d{1,9})$/.exec(params.filter ?? '') ?? [];
  if (grade === undefined) throw refuseParams();
  return { grade_id: Number(grade), major_subject_id: Number(major), other_subject_id: Number(other) };
}

export default function EraserList() {
  return <Room name="eraseList" drawing={EraserDrawing} action="toErase" to="/erase" />;
}
