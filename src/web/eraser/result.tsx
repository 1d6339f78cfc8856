import { data, type LoaderFunctionArgs } from 'react-router';
import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { refuseParams, requireId } from '../shell/route-params.ts';
import { EraserDrawing } from '../ui/drawings/eraser.tsx';

export const meta = pageMeta('eraseResult');

/** `/erase/erase-{erased}-{task}`: 0 shows the original, 1 the erased page. */
export function loader({ params, url }: LoaderFunctionArgs) {
  const [word, erased, task, ...more] = (params.view ?? '').split('-');
  if (word !== 'erase') throw data({ unmatched: url.pathname }, 404);
  if ((erased !== '0' && erased !== '1') || more.length > 0) throw refuseParams();
  return { erased: erased === '1', task: requireId(task) };
}

export default function EraserResult() {
  return <Room name="eraseResult" drawing={EraserDrawing} action="toErase" to="/erase" />;
}
