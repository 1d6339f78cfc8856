import { useCallback, useEffect, useRef, useState } from 'react';
import type { Assistant, Thread } from '#shared/chat/chat.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Composer, type ComposerHandle, type Message } from '../composer/composer.tsx';
import { assistantOf } from '../load-chat.ts';
import { Busy } from '../message/begin.tsx';
import { NextSteps } from '../message/next-steps.tsx';
import { prepareFormulas } from '../prepare-formulas.ts';
import { threadsChanged } from '../threads/changed.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { MessageList } from './message-list.tsx';
import { draftOfThread } from './outbox.ts';
import { runningIn } from './thread-state.ts';
import type { Loaded } from './thread-store.ts';
import { UnsentRow } from './unsent-row.tsx';
import { useAnnouncement } from './use-announcement.ts';
import { useDeeds } from './use-deeds.ts';
import { useGrade } from './use-grade.ts';
import { useThread } from './use-thread.ts';

type ConversationProps = { thread: Thread; messages: Loaded; assistants: Assistant[] };

/** One thread: it fills the window, and only what was said scrolls. */
export function Conversation({ thread, messages, assistants }: ConversationProps) {
  const t = useWords();
  const { root } = useShell();
  const owner = root?.aiUser.id ?? 0;
  const composer = useRef<ComposerHandle>(null);
  const { assistant, refresh } = useAssistant(assistants, thread.assistant_id);
  const { store, shown } = useThread({
    threadId: thread.id,
    owner,
    loaded: messages,
    onTurn: () => {
      refresh();
      threadsChanged();
    },
  });
  // Whoever has just asked on the start page goes on writing here: after the new page as a whole has taken the focus.
  useEffect(() => {
    if (store.shown().unsent) queueMicrotask(() => composer.current?.focus());
  }, [store]);
  const { list, unsent } = shown;
  const deeds = useDeeds(store);
  const onGrade = useGrade();
  const announcement = useAnnouncement(list);
  const running = runningIn(list);
  const isWriting = running !== undefined;
  useEffect(() => {
    if (isWriting) prepareFormulas();
  }, [isWriting]);
  const isSending = unsent !== undefined && !unsent.problem;
  const busy = isWriting || isSending;

  const send = ({ text, files, wish }: Message) => {
    if (unsent) return false;
    store.send({ text, files, wish });
    return true;
  };
  const recall = () => {
    const taken = store.recall();
    if (!taken) return;
    composer.current?.give(taken);
    composer.current?.focus();
  };
  return (
    <div className="flex h-[calc(100dvh-7.25rem-2px-env(safe-area-inset-bottom))] min-h-80 flex-col lg:h-dvh print:h-auto">
      <ConversationHeader thread={thread} assistant={assistant} store={store} />
      <Busy value={busy}>
        <MessageList shown={shown} store={store} deeds={deeds} onGrade={onGrade}>
          {unsent && <UnsentRow unsent={unsent} onRetry={store.retry} onRecall={recall} />}
          {!busy && !unsent && (
            <NextSteps last={list.at(-1)} onSend={send} onTry={() => composer.current?.focus()} />
          )}
        </MessageList>
      </Busy>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="mx-auto w-full max-w-[48rem] px-3 pb-3 print:hidden">
        <Composer
          handle={composer}
          draft={draftOfThread(thread.id)}
          owner={owner}
          assistant={assistant}
          onStop={running && (() => deeds.stop(running.id))}
          blocked={unsent?.problem ? t('chat.unsentFirst') : undefined}
          onSend={send}
        />
      </div>
    </div>
  );
}

/** The assistant with what is left of it, asked again after every turn. */
function useAssistant(loaded: Assistant[], id: number) {
  const api = useApi();
  const [assistants, setAssistants] = useState(loaded);
  const refresh = useCallback(() => {
    api('GET /api_ai/chat_ai/assistants').then(
      ({ list }) => setAssistants(list),
      // Logged by the call layer; the next turn asks again.
      () => {},
    );
  }, [api]);
  return { assistant: assistantOf(assistants, id), refresh };
}
