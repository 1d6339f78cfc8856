import { Suspense, useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { durationWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { useFocusFirst } from '#web/ui/forms/typing.ts';
import type { Loaded, ShownTask } from '../load-voice.ts';
import { CallWaiting } from '../ready/call-waiting.tsx';
import { GapNotices, SmallPrint } from '../ready/gap-notices.tsx';
import { ListHead } from '../ready/list-head.tsx';
import { LogInCard } from '../ready/log-in-card.tsx';
import { canCall, isRecognised, planOf, secondsLeft } from '../ready/offered.ts';
import { usePreferences } from '../ready/preferences.ts';

import { Countdown } from './countdown.tsx';
import { langOf } from './lang-of.ts';
import { TaskText } from './task-text.tsx';

const Answer = lazyPart(() => import('./answer.tsx'));

type Step = { at: 'prepare' | 'answer'; task: ShownTask; isKept: boolean; key: number };

/** Spoken practice: choose a task, prepare, answer, get feedback. */
export function AssessmentPanel({ loaded }: { loaded: Loaded }) {
  const t = useTranslate();
  const { root } = useShell();
  const { revalidate } = useRevalidator();
  const [preferences] = usePreferences();
  const [step, setStep] = useState<Step>();
  const leave = () => {
    setStep(undefined);
    // The remaining seconds have changed.
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
    const request = { mode: 'assessment', scene: step.task.id, language: step.task.language } as const;
    const joined = { ...request, hears: 'server' as const, ...(thread && { threadId: thread.id }) };
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

type TaskCardProps = { task: ShownTask; isHeard: boolean; onStart: (() => void) | undefined };

function TaskCard({ task, isHeard, onStart }: TaskCardProps) {
  const t = useTranslate();
  const { id, title, kind, language, prompt, prepareSeconds, answerSeconds } = task;
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Chip>{t(`voice.languages.${language}`)}</Chip>
        <Chip tone="jade">{t(`voice.tasks.${kind}`)}</Chip>
      </div>
      <h3 id={`task-${id}`} className="text-lg">
        {title}
      </h3>
      <p lang={langOf(language)} className="grow">
        {prompt}
      </p>
      <p className="text-ink-2 text-sm">
        {t('voice.tasks.prepare', { time: durationWords(prepareSeconds) })}
        {' · '}
        {t('voice.tasks.answer', { time: durationWords(answerSeconds) })}
      </p>
      {onStart &&
        (isHeard ? (
          <Button onClick={onStart} aria-describedby={`task-${id}`}>
            {t('voice.tasks.start')}
          </Button>
        ) : (
          <p className="text-amber text-sm">{t('voice.tasks.unavailable')}</p>
        ))}
    </Card>
  );
}

type PrepareProps = { task: ShownTask; onReady: (isKept: boolean) => void; onLeave: () => void };

/** Time to prepare. No call runs yet, so it uses no seconds. */
function Prepare({ task, onReady, onLeave }: PrepareProps) {
  const t = useTranslate();
  const id = useId();
  const heading = useFocusFirst<HTMLHeadingElement>();
  const [isKept, setKept] = useState(false);
  return (
    <Card className="mx-auto grid w-full max-w-3xl gap-6">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {task.title}
      </h2>
      <Countdown
        label={t('voice.tasks.preparing')}
        seconds={task.prepareSeconds}
        onEnd={() => onReady(isKept)}
      />
      <TaskText task={task} />
      <Field label={t('voice.tasks.notes')} help={t('voice.tasks.notesHelp')} optional>
        <Textarea rows={3} maxLength={2000} />
      </Field>
      <div className="flex items-start justify-between gap-3">
        <div>
          <p id={id}>{t('voice.tasks.keep')}</p>
          <p id={`${id}-help`} className="text-ink-2 text-xs">
            {t('voice.tasks.keepHelp')}
          </p>
        </div>
        <Switch
          on={isKept}
          onToggle={() => setKept(!isKept)}
          aria-labelledby={id}
          aria-describedby={`${id}-help`}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => onReady(isKept)}>
          {t('voice.tasks.ready')}
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          {t('voice.tasks.leave')}
        </Button>
      </div>
    </Card>
  );
}
