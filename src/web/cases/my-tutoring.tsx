import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { DeskDrawing } from '../ui/drawings/desk.tsx';

export const meta = pageMeta('myTutoring');

export default function MyTutoring() {
  return <Room name="myTutoring" drawing={DeskDrawing} />;
}
