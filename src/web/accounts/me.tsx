import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { DeskDrawing } from '../ui/drawings/desk.tsx';

export const meta = pageMeta('me');

export default function Me() {
  return <Room name="me" drawing={DeskDrawing} />;
}
