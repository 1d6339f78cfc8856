import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { EraserDrawing } from '../ui/drawings/eraser.tsx';

export const meta = pageMeta('eraseDownload');

export default function EraserDownload() {
  return <Room name="eraseDownload" drawing={EraserDrawing} action="toErase" to="/erase" />;
}
