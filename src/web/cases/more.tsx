import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { FindDrawing } from '../ui/drawings/find.tsx';

export const meta = pageMeta('moreCases');

export default function MoreCases() {
  return <Room name="moreCases" drawing={FindDrawing} />;
}
