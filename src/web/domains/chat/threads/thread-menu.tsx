import Ellipsis from 'lucide-react/icons/ellipsis';
import { Suspense, useState } from 'react';
import type { Thread } from '#shared/chat/chat.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { ToolButton } from '../message/tool-button.tsx';

const ThreadSheet = lazyPart(() => import('./thread-sheet.tsx'));

type ThreadMenuProps = {
  thread: Thread;
  onRenamed: (title: string) => void;
  /** Given where the thread itself is on the page. */
  onPrint?: (() => void) | undefined;
};

/** Actions on a thread as a whole. */
export function ThreadMenu(props: ThreadMenuProps) {
  const t = useTranslate();
  const [sheet, setSheet] = useState<{ open: boolean }>();
  const { title } = props.thread;
  return (
    <span className="shrink-0 print:hidden">
      <ToolButton
        label={t('chat.menu.open', { title: title || t('chat.new') })}
        icon={Ellipsis}
        onClick={() => setSheet({ open: true })}
      />
      {sheet && (
        <Suspense>
          <ThreadSheet {...props} open={sheet.open} onClose={() => setSheet({ open: false })} />
        </Suspense>
      )}
    </span>
  );
}
