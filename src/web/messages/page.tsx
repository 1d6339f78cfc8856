import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { LetterDrawing } from '../ui/drawings/letter.tsx';

export const meta = pageMeta('message');

export default function Messages() {
  return <Room name="message" drawing={LetterDrawing} />;
}
