import { Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useWords } from '#web/ground/i18n/words.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Loaded, ShownTask } from '../load-voice.ts';
import { CallWaiting } from '../ready/call-waiting.tsx';
import { GapNotices, SmallPrint } from '../ready/gap-notices.tsx';
import { ListHead } from '../ready/list-head.tsx';
import { LogInCard } from '../ready/log-in-card.tsx';
import { canCall, isRecognised, planOf, secondsLeft } from '../ready/offered.ts';
import { usePreferences } from '../ready/preferences.ts';
import { Prepare } from './prepare.tsx';
import { TaskCard } from './task-card.tsx';

const Answer = lazyPart(() => import('./answer.tsx'));

type Step = { at: 'prepare' | 'answer'; task: ShownTask; isKept: boolean; key: number };

/** Spoken practice: a task, time to prepare, an answer, feedback. */
export function AssessmentDesk({ loaded }: { loaded: Loaded }) {
  const t = useWords();
  const { root } = useShell();
  const { revalidate } = useRevalidator();
  const [preferences] = usePreferences();
  const [step, setStep] = useState<Step>();
  const leave = () => {
    setStep(undefined);
    // The seconds that are left are others now.
    void revalidate();
  };
  const { voices, thread } = loaded;
  const isSignedIn = Boolean(root?.aiUser.id);
  const isReady = isSignedIn && canCall(voices) && !voices.is_upstream && secondsLeft(voices) !== 0;

  if (isReady && step?.at === 'prepare')
    return (
      <Prepare
        key={step.key}
        task={step.task}
        onReady={(isKept) => setStep({ ...step, at: 'answer', isKept })}
        onLeave={leave}
      />
    );
  if (isReady && step) {
    const wanted = { mode: 'assessment', scene: step.task.id, language: step.task.language } as const;
    const joined = { ...wanted, hears: 'server' as const, ...(thread && { threadId: thread.id }) };
    return (
      <Suspense fallback={<CallWaiting />}>
        <Answer
          key={step.key}
          plan={planOf(voices, { ...preferences, pushToTalk: false }, joined)}
          task={step.task}
          isKept={step.isKept}
          pathName={thread?.path_name ?? 'aitutor'}
          onRetry={() => setStep({ ...step, key: step.key + 1 })}
          onAgain={() => setStep({ ...step, at: 'prepare', key: step.key + 1 })}
          onLeave={leave}
        />
      </Suspense>
    );
  }
  return (
    <>
      <GapNotices voices={voices} />
      {voices?.is_upstream && <Notice>{t('voice.tasks.upstream')}</Notice>}
      {!isSignedIn && <LogInCard />}
      <section aria-labelledby="tasks" className="grid gap-4">
        <ListHead id="tasks" title={t('voice.tasks.title')} voices={isSignedIn ? voices : null} />
        <ul className="grid gap-4 lg:grid-cols-3">
          {loaded.tasks.map((task) => (
            <TaskCard
              key={task.id}
              task={task}
              isHeard={!isReady || isRecognised(voices, task.language)}
              onStart={isReady ? () => setStep({ at: 'prepare', task, isKept: false, key: 0 }) : undefined}
            />
          ))}
        </ul>
        {isReady && <SmallPrint voices={voices} />}
      </section>
    </>
  );
}
