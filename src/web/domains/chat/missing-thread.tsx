import { EmptyPage } from '#web/shell/empty-pages.tsx';
import { TutorDrawing } from '#web/ui/drawings.tsx';

/** Shown for a thread that was deleted or belongs to another user. */
export default function MissingThread() {
  return <EmptyPage name="conversation" drawing={TutorDrawing} action="toChat" to="/aitutor" />;
}
