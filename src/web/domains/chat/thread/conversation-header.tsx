import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useState } from 'react';
import type { Assistant, Thread } from '#shared/chat/chat.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { AppLink } from '#web/ui/app-link.tsx';
import { ThreadMenu } from '../threads/thread-menu.tsx';
import type { ThreadStore } from './thread-store.ts';

type ConversationHeaderProps = { thread: Thread; assistant: Assistant | undefined; store: ThreadStore };

export function ConversationHeader({ thread, assistant, store }: ConversationHeaderProps) {
  const t = useWords();
  const { href } = useShell();
  const [title, setTitle] = useState<string>();
  // Named by its first question, unless somebody names it.
  const first = store.shown().list[0];
  const shown = title ?? (thread.title || (first?.role === 'user' ? first.text.split('\n')[0] : ''));
  const print = async () => {
    while (store.shown().hasMore && store.shown().older !== 'failed') await store.readOlder();
    window.print();
  };
  return (
    <header className="flex items-center gap-2 border-line border-b px-2 py-1 lg:px-6 lg:py-2">
      <AppLink
        to={href(`/${thread.path_name}`)}
        aria-label={t('chat.back')}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-paper-2 lg:hidden print:hidden"
      >
        <ArrowLeft aria-hidden size="1.25rem" strokeWidth={1.5} />
      </AppLink>
      <div className="min-w-0 grow">
        <h1 className="truncate text-lg leading-snug">{shown || t('chat.new')}</h1>
        <p className="truncate text-ink-2 text-xs">
          {assistant?.name}
          {assistant?.is_built_in && ` · ${t('chat.builtIn.short')}`}
        </p>
      </div>
      <ThreadMenu thread={{ ...thread, title: shown || '' }} onRenamed={setTitle} onPrint={print} />
    </header>
  );
}
