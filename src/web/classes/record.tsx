import type { LoaderFunctionArgs } from 'react-router';
import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { requireId } from '../shell/route-params.ts';
import { CalendarDrawing } from '../ui/drawings/calendar.tsx';

export const meta = pageMeta('clockInRecord');

export function loader({ params }: LoaderFunctionArgs) {
  return { id: requireId(params.id) };
}

export default function ClockInRecord() {
  return <Room name="clockInRecord" drawing={CalendarDrawing} action="toClockIn" to="/clock-in" />;
}
