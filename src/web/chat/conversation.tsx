import type { LoaderFunctionArgs } from 'react-router';
import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { requireThread } from '../shell/thread.ts';
import { TutorDrawing } from '../ui/drawings/tutor.tsx';

export const meta = pageMeta('conversation');

export const loader = ({ url, params }: LoaderFunctionArgs) => requireThread(url, params.thread);

export default function Conversation() {
  return <Room name="conversation" drawing={TutorDrawing} action="toChat" to="/aitutor" />;
}
