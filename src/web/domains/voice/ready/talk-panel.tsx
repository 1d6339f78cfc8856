import Phone from 'lucide-react/icons/phone';
import { Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { VoiceDrawing } from '#web/ui/drawings.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { CallPlan } from '../call/call-state.ts';
import type { Loaded } from '../load-voice.ts';
import { AssistantChoice, InsteadChoice, LanguageChoice, VoiceChoice } from './call-choices.tsx';
import { CallSettings } from './call-settings.tsx';
import { CallWaiting } from './call-waiting.tsx';
import { GapNotices, SmallPrint } from './gap-notices.tsx';
import { LogInCard } from './log-in-card.tsx';
import { canCall, languageOf, planOf, secondsLeft } from './offered.ts';
import { usePreferences } from './preferences.ts';
import { timeLeftText } from './time-words.ts';

const TalkCall = lazyPart(() => import('../screen/talk-call.tsx'));

/** Free conversation: choose settings, call, and return here. */
export function TalkPanel({ loaded }: { loaded: Loaded }) {
  const t = useTranslate();
  const { root } = useShell();
  const { revalidate } = useRevalidator();
  const [preferences, change] = usePreferences();
  const [call, setCall] = useState<{ plan: CallPlan; key: number }>();
  const leave = () => {
    setCall(undefined);
    // The remaining seconds have changed.
    void revalidate();
  };
  const { voices, thread, assistants } = loaded;

  if (call)
    return (
      <Suspense fallback={<CallWaiting />}>
        <TalkCall
          key={call.key}
          plan={call.plan}
          pathName={thread?.path_name ?? 'aitutor'}
          onPreference={change}
          onAgain={(plan) => setCall({ plan, key: call.key + 1 })}
          onLeave={leave}
        />
      </Suspense>
    );

  const language = canCall(voices) ? languageOf(voices, preferences) : undefined;
  const choosing = voices && language && { voices, language, preferences, onChange: change };
  const isSignedIn = Boolean(root?.aiUser.id);
  return (
    <>
      <GapNotices voices={voices} />
      {loaded.isThreadGone && isSignedIn && <Notice role="status">{t('voice.threadGone')}</Notice>}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {isSignedIn ? (
          <Card className="grid justify-items-center gap-4 py-10 text-center">
            <div className="w-60 max-w-full">
              <VoiceDrawing />
            </div>
            {thread && (
              <p>{thread.title ? t('voice.joins', { title: thread.title }) : t('voice.joinsUntitled')}</p>
            )}
            {choosing && (
              <>
                <Button
                  variant="primary"
                  className="min-w-48 text-lg"
                  disabled={secondsLeft(choosing.voices) === 0}
                  onClick={() => {
                    const request = { mode: 'talk', scene: '', language: choosing.language } as const;
                    const joined = thread ? { ...request, threadId: thread.id } : request;
                    setCall({ plan: planOf(choosing.voices, preferences, joined), key: 0 });
                  }}
                >
                  <Phone size="1.25rem" />
                  {t('voice.start')}
                </Button>
                <p role="status" className="text-ink-2 text-sm">
                  {timeLeftText(t, choosing.voices)}
                </p>
                <div className="grid max-w-md gap-1 text-balance">
                  <p className="text-ink-2 text-xs">{t('voice.startHint')}</p>
                  <SmallPrint voices={choosing.voices} />
                </div>
              </>
            )}
          </Card>
        ) : (
          <LogInCard />
        )}
        {choosing && (
          <Card className="grid gap-5">
            <LanguageChoice {...choosing} />
            <InsteadChoice {...choosing} />
            <VoiceChoice {...choosing} />
            {!thread && <AssistantChoice {...choosing} assistants={assistants} />}
            <CallSettings
              endSilenceMs={preferences.endSilenceMs}
              onPatience={(endSilenceMs) => change({ endSilenceMs })}
              pushToTalk={preferences.pushToTalk}
              onPushToTalk={(pushToTalk) => change({ pushToTalk })}
            />
          </Card>
        )}
      </div>
    </>
  );
}
