import { Room } from '#web/shell/empty-pages.tsx';
import { TutorDrawing } from '#web/ui/drawings.tsx';

/** Deleted, or somebody else's. */
export default function MissingThread() {
  return <Room name="conversation" drawing={TutorDrawing} action="toChat" to="/aitutor" />;
}
