import Check from 'lucide-react/icons/check';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { isUnderWay } from './use-paper.ts';

type AcceptButtonProps = { page: ImageRecord; busy: boolean; onAccept: () => void };

/** Its owner has looked at the page and keeps it as it stands. */
export function AcceptButton({ page, busy, onAccept }: AcceptButtonProps) {
  const t = useWords();
  return (
    <Button
      size="compact"
      variant={page.is_accepted ? 'quiet' : 'secondary'}
      aria-pressed={page.is_accepted}
      disabled={isUnderWay(page)}
      loading={busy}
      onClick={onAccept}
      className="mr-2 ml-auto lg:mr-3"
    >
      <Check
        aria-hidden
        size="1.125rem"
        strokeWidth={1.5}
        className={page.is_accepted ? 'text-jade' : undefined}
      />
      {t(page.is_accepted ? 'editor.accept.accepted' : 'editor.accept.accept')}
    </Button>
  );
}
