import { Room } from '#web/shell/room.tsx';
import { TutorDrawing } from '#web/ui/drawings/tutor.tsx';

/** Deleted, or somebody else's. */
export default function MissingThread() {
  return <Room name="conversation" drawing={TutorDrawing} action="toChat" to="/aitutor" />;
}
