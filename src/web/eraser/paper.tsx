import type { LoaderFunctionArgs } from 'react-router';
import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { requireId } from '../shell/route-params.ts';
import { EraserDrawing } from '../ui/drawings/eraser.tsx';

export const meta = pageMeta('paper');

export function loader({ params }: LoaderFunctionArgs) {
  return { id: requireId(params.id) };
}

export default function Paper() {
  return <Room name="paper" drawing={EraserDrawing} action="toErase" to="/erase" />;
}
