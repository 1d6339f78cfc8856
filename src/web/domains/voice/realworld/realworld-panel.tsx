import { Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { CallPlan } from '../call/call-state.ts';
import type { Loaded, ShownScene } from '../load-voice.ts';
import { InsteadChoice } from '../ready/call-choices.tsx';
import { CallWaiting } from '../ready/call-waiting.tsx';
import { GapNotices, SmallPrint } from '../ready/gap-notices.tsx';
import { ListHead } from '../ready/list-head.tsx';
import { LogInCard } from '../ready/log-in-card.tsx';
import { canCall, isRecognised, languagesOf, planOf, secondsLeft } from '../ready/offered.ts';
import { usePreferences } from '../ready/preferences.ts';
import { GoalList } from './goal-list.tsx';

const SceneCall = lazyPart(() => import('./scene-call.tsx'));

/** Role play: choose a scene and reach its goals by speaking. */
export function RealworldPanel({ loaded }: { loaded: Loaded }) {
  const t = useTranslate();
  const { root } = useShell();
  const { revalidate } = useRevalidator();
  const [preferences, change] = usePreferences();
  const [call, setCall] = useState<{ plan: CallPlan; scene: ShownScene; key: number }>();
  const leave = () => {
    setCall(undefined);
    // The remaining seconds have changed.
    void revalidate();
  };
  const { voices, thread } = loaded;

  if (call)
    return (
      <Suspense fallback={<CallWaiting />}>
        <SceneCall
          key={call.key}
          plan={call.plan}
          scene={call.scene}
          pathName={thread?.path_name ?? 'aitutor'}
          onPreference={change}
          onAgain={(plan) => setCall({ ...call, plan, key: call.key + 1 })}
          onLeave={leave}
        />
      </Suspense>
    );

  const isSignedIn = Boolean(root?.aiUser.id);
  const isReady = isSignedIn && canCall(voices) && secondsLeft(voices) !== 0;
  const spoken = voices ? languagesOf(voices) : [];
  const unrecognisedLanguage = voices && spoken.find((language) => !isRecognised(voices, language));
  return (
    <>
      <GapNotices voices={voices} />
      {!isSignedIn && <LogInCard />}
      <section aria-labelledby="scenes" className="grid gap-4">
        <ListHead id="scenes" title={t('voice.scenes.title')} voices={isSignedIn ? voices : null} />
        {voices?.is_upstream && <Notice>{t('voice.scenes.upstream')}</Notice>}
        {isReady &&
          unrecognisedLanguage &&
          loaded.scenes.some(({ language }) => language === unrecognisedLanguage) && (
            <InsteadChoice
              voices={voices}
              language={unrecognisedLanguage}
              preferences={preferences}
              onChange={change}
            />
          )}
        <ul className="grid gap-4 lg:grid-cols-3">
          {loaded.scenes.map((scene) => (
            <SceneCard
              key={scene.id}
              scene={scene}
              onStart={
                isReady && spoken.includes(scene.language)
                  ? () => {
                      const { id, language } = scene;
                      const request = { mode: 'realworld', scene: id, language } as const;
                      const joined = thread ? { ...request, threadId: thread.id } : request;
                      setCall({ plan: planOf(voices, preferences, joined), scene, key: 0 });
                    }
                  : undefined
              }
            />
          ))}
        </ul>
        {isReady && <SmallPrint voices={voices} />}
      </section>
    </>
  );
}

type SceneCardProps = { scene: ShownScene; onStart: (() => void) | undefined };

function SceneCard({ scene, onStart }: SceneCardProps) {
  const t = useTranslate();
  const { id, title, setting, student, partner, goals, language } = scene;
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`scene-${id}`} className="text-lg">
          {title}
        </h3>
        <Chip>{t(`voice.languages.${language}`)}</Chip>
      </div>
      <p>{setting}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
        <dt className="text-ink-2">{t('voice.scenes.you')}</dt>
        <dd>{student}</dd>
        <dt className="text-ink-2">{t('voice.scenes.partner')}</dt>
        <dd>{partner}</dd>
      </dl>
      <div className="grow text-sm">
        <GoalList goals={goals} />
      </div>
      {onStart && (
        <Button onClick={onStart} aria-describedby={`scene-${id}`} className="justify-self-start">
          {t('voice.scenes.start')}
        </Button>
      )}
    </Card>
  );
}
