import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { CalendarDrawing } from '../ui/drawings/calendar.tsx';

export const meta = pageMeta('clockIn');

export default function ClockInList() {
  return <Room name="clockIn" drawing={CalendarDrawing} />;
}
