import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { TutorDrawing } from '../ui/drawings/tutor.tsx';

export const meta = pageMeta('aitutor');

export default function ChatStart() {
  return <Room name="aitutor" drawing={TutorDrawing} />;
}
