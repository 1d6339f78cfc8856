import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { EraserDrawing } from '../ui/drawings/eraser.tsx';

export const meta = pageMeta('papers');

export default function Papers() {
  return <Room name="papers" drawing={EraserDrawing} action="toErase" to="/erase" />;
}
