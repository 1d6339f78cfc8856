import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Assistant, Thread, TutorMessage } from '#shared/chat/chat.ts';
import { notSignedIn, trialUsedUp } from '#shared/codes/numbers.ts';
import { PersonMenu } from '#web/domains/safety/person-menu.tsx';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { problemMessage } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { newKey } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Composer, type ComposerHandle, type Message } from '../composer/composer.tsx';
import { assistantOf } from '../load-chat.ts';
import { Busy } from '../message/begin.tsx';
import { MessageFiles } from '../message/message-files.tsx';
import { NextSteps } from '../message/next-steps.tsx';
import { QuestionBubble } from '../message/question-row.tsx';
import type { ThreadActions } from '../message/thread-actions.ts';
import { prepareFormulas } from '../prepare-formulas.ts';
import type { GradeAnswer } from '../rendering/grade.ts';
import { speakable } from '../rendering/plain-text.ts';
import { threadsChanged } from '../threads/changed.ts';
import { ThreadMenu } from '../threads/thread-menu.tsx';
import { MessageList } from './message-list.tsx';
import { draftOfThread } from './outbox.ts';
import { runningIn } from './thread-state.ts';
import type { Loaded, ThreadStore, Unsent } from './thread-store.ts';
import { createThreadStore } from './thread-store.ts';

type ConversationProps = { thread: Thread; messages: Loaded; assistants: Assistant[] };

/** One thread: it fills the window, and only the messages scroll. */
export function Conversation({ thread, messages, assistants }: ConversationProps) {
  const t = useTranslate();
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
  // A user who has just asked on the start page goes on typing here: after the new page has taken the focus.
  useEffect(() => {
    if (store.shown().unsent) queueMicrotask(() => composer.current?.focus());
  }, [store]);
  const { list, unsent } = shown;
  const deeds = useThreadActions(store);
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

/** The assistant with its remaining quota, loaded again after every turn. */
function useAssistant(loaded: Assistant[], id: number) {
  const { value, reload } = useRemote({
    loaded,
    read: async (api) => (await api('GET /api_ai/chat_ai/assistants')).list,
  });
  return { assistant: assistantOf(value, id), refresh: reload };
}

/**
 * Marks the answers of a quiz. The same answer to the same question is one attempt, however often it is sent.
 */
function useGrade(): GradeAnswer {
  const api = useApi();
  return useMemo(() => {
    const keys = new Map<string, string>();
    return async (questionId, answer) => {
      const name = `${questionId} ${answer}`;
      const client_key = keys.get(name) ?? newKey();
      keys.set(name, client_key);
      const { is_readable, ...verdict } = await api('POST /api_ai/practice/attempts', {
        body: { question_id: questionId, answer, client_key },
      });
      return is_readable ? verdict : { is_readable, remark: verdict.remark };
    };
  }, [api]);
}

/** The same object for the life of the page, so that a message is rendered again only when it changes. */
function useThreadActions(store: ThreadStore): ThreadActions & { stop: (id: number) => void } {
  const t = useTranslate();
  const toast = useToast();
  return useMemo(() => {
    // Not one at a time: a running answer can be stopped.
    const withErrorToast = (work: Promise<unknown>) =>
      void work.catch((error) => toast.error(problemMessage(t, error)));
    return {
      regenerate: (id) => withErrorToast(store.regenerate(id)),
      continueAnswer: (id) => withErrorToast(store.continueAnswer(id)),
      showVersion: (id) => withErrorToast(store.showVersion(id)),
      giveFeedback: (id, feedback) => withErrorToast(store.giveFeedback(id, feedback)),
      edit: (id, text) => store.send({ text, files: [], edits: id }),
      stop: (id) => withErrorToast(store.stop(id)),
    };
  }, [store, toast, t]);
}

const mostLetters = 600;

/**
 * For screen readers: announces that an answer is being written, and then the whole answer instead of letter
 * by letter.
 */
function useAnnouncement(list: readonly TutorMessage[]) {
  const t = useTranslate();
  const { locale } = useShell();
  const [announced, setAnnounced] = useState('');
  const running = runningIn(list);
  const before = useRef<number>(undefined);
  const ended = before.current === undefined ? undefined : list.find(({ id }) => id === before.current);

  useEffect(() => {
    if (running) {
      if (before.current !== running.id) setAnnounced(t('chat.said.writing'));
      before.current = running.id;
      return;
    }
    if (!ended || ended.state === 'running') return;
    before.current = undefined;
    const text = speakable(ended.text, locale).slice(0, mostLetters);
    setAnnounced(ended.state === 'done' ? t('chat.said.done', { text }) : t(`chat.${ended.state}`));
  }, [running, ended, locale, t]);
  return announced;
}

type Options = { threadId: number; owner: number; loaded: Loaded; onTurn: () => void };

/** A thread as it is now, and its actions. Mounted anew for each thread. */
function useThread({ threadId, owner, loaded, onTurn }: Options) {
  const api = useApi();
  const latestOnTurn = useRef(onTurn);
  useEffect(() => {
    latestOnTurn.current = onTurn;
  });
  const [store] = useState(() =>
    createThreadStore({ api, threadId, owner, loaded, onTurn: () => latestOnTurn.current() }),
  );
  const shown = useSyncExternalStore(store.subscribe, store.shown, store.shown);

  useEffect(() => {
    store.open();
    // Another device may have continued the thread meanwhile.
    const onVisibilityChange = () => store.see(document.visibilityState === 'visible');
    const online = () => {
      const { unsent } = store.shown();
      if (unsent?.problem && unsent.problem.code === undefined) store.retry();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      removeEventListener('online', online);
      store.close();
    };
  }, [store]);

  return { store, shown };
}

type ConversationHeaderProps = { thread: Thread; assistant: Assistant | undefined; store: ThreadStore };

function ConversationHeader({ thread, assistant, store }: ConversationHeaderProps) {
  const t = useTranslate();
  const { href } = useShell();
  const [title, setTitle] = useState<string>();
  // Named by its first question, unless the user renames it. What a child in need said does not stand on top.
  const [first, answer] = store.shown().list;
  const isInNeed = answer?.parts.some(({ type }) => type === 'data-help');
  const question = first?.role === 'user' ? first.text.split('\n')[0] : '';
  const shown = title ?? (thread.title || (isInNeed ? t('chat.talk') : question));
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
        <ArrowLeft size="1.25rem" />
      </AppLink>
      <div className="min-w-0 grow">
        <h1 className="truncate text-lg leading-snug">{shown || t('chat.new')}</h1>
        <p className="truncate text-ink-2 text-xs">
          {assistant?.name}
          {assistant?.is_built_in && ` · ${t('chat.builtIn.short')}`}
        </p>
      </div>
      {thread.is_from_other && (
        <PersonMenu
          at={{ place: 'shared_thread', place_id: thread.id }}
          side="ai"
          isIcon
          className="shrink-0 text-ink-2 print:hidden"
        />
      )}
      <ThreadMenu thread={{ ...thread, title: shown || '' }} onRenamed={setTitle} onPrint={print} />
    </header>
  );
}

type UnsentRowProps = { unsent: Unsent; onRetry: () => void; onRecall: () => void };

/** A message that is being sent, or why it was not and what to do about it. The text is never lost. */
function UnsentRow({ unsent: { text, files, problem }, onRetry, onRecall }: UnsentRowProps) {
  const t = useTranslate();
  const login = useLogin();
  const needsLogin = problem?.code === notSignedIn || problem?.code === trialUsedUp;
  return (
    <article className="grid justify-items-end gap-1">
      <h2 className="sr-only">{t('chat.youAsk')}</h2>
      <MessageFiles files={files} />
      {text !== '' && <QuestionBubble faint>{text}</QuestionBubble>}
      {problem ? (
        <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 text-sm">
          <p role="alert" className="text-seal">
            {problem.message || t('chat.notSent')}
          </p>
          {needsLogin && (
            <Button
              size="compact"
              variant="primary"
              onClick={() => login.open({ side: 'ai', reason: 'chat' })}
            >
              {t('login.title')}
            </Button>
          )}
          <Button size="compact" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
          <Button size="compact" onClick={onRecall}>
            {t('chat.recall')}
          </Button>
        </div>
      ) : (
        <p role="status" className="text-ink-2 text-xs">
          {t('chat.sending')}
        </p>
      )}
    </article>
  );
}
