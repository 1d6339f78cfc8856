import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** What was given way on and what it brought, with the way back. */
export function Applied(props: { text: string; busy: boolean; onUndo: () => void }) {
  const t = useWords();
  return (
    <Notice tone="jade" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <p role="status">{props.text}</p>
      <Button size="compact" loading={props.busy} onClick={props.onUndo}>
        {t('matching.undo')}
      </Button>
    </Notice>
  );
}
