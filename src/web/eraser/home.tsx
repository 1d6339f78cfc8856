import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { EraserDrawing } from '../ui/drawings/eraser.tsx';

export const meta = pageMeta('erase');

export default function EraserHome() {
  return <Room name="erase" drawing={EraserDrawing} />;
}
