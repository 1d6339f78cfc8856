import Mic from 'lucide-react/icons/mic';
import MicOff from 'lucide-react/icons/mic-off';
import { useEffect, useRef, useState } from 'react';
import { durationWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { useFocusFirst } from '#web/ui/forms/typing.ts';
import type { Call } from '../call/call.ts';
import { type CallPlan, type CallState, isSending } from '../call/call-state.ts';
import type { Conversation } from '../call/conversation.ts';
import type { ReadLevel } from '../call/sound.ts';

import { hintOf, statusOf } from './status.ts';
import { useFrames } from './use-frames.ts';
import { VoiceRing } from './voice-ring.tsx';

const silence = () => 0;

type StageProps = { call: Call | undefined; state: CallState; plan: CallPlan };

/** Shows who is speaking, as a picture and text. Receives the focus when a call starts. */
export function Stage({ call, state, plan }: StageProps) {
  const t = useTranslate();
  const heading = useFocusFirst<HTMLHeadingElement>();
  const status = statusOf(state, plan);
  const isLive = state.phase === 'live';
  const read = (status === 'speaking' ? call?.tutorLevel : call?.ownLevel) ?? silence;
  return (
    <div className="grid w-full justify-items-center text-center" data-status={status}>
      <div className="flex min-h-8 w-full items-center justify-between gap-2">
        <span>
          {isLive && state.quality !== 'good' && (
            <Chip tone="amber">{t(`voice.quality.${state.quality}`)}</Chip>
          )}
        </span>
        <TimeLeft quota={state.talk.quota} />
      </div>
      <VoiceRing status={status} read={isLive ? read : silence} />
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t(`voice.status.${status}`)}
      </h2>
      {/* Turns change every few seconds and are audible: only what cannot be heard is announced. */}
      <p role="status" className="sr-only">
        {t(isLive && !state.isMuted ? 'voice.connected' : `voice.status.${isLive ? 'muted' : status}`)}
      </p>
      <p className="mt-1 mb-4 text-ink-2">{t(`voice.status.${hintOf(state, plan)}`)}</p>
      {plan.recognition === 'server' && (
        <LevelMeter read={call?.ownLevel ?? silence} isOff={!isSending(state)} />
      )}
    </div>
  );
}

const empty = { transform: 'scaleX(0)' };

/** Level of the microphone. */
function LevelMeter({ read, isOff }: { read: ReadLevel; isOff: boolean }) {
  const t = useTranslate();
  const bar = useRef<HTMLSpanElement>(null);
  useFrames(() => {
    if (bar.current) bar.current.style.transform = `scaleX(${isOff ? 0 : read().toFixed(3)})`;
  });
  const Icon = isOff ? MicOff : Mic;
  return (
    <div role="img" aria-label={t('voice.level')} className="flex w-full max-w-60 items-center gap-2">
      <Icon size="1.125rem" className="shrink-0 text-ink-2" />
      <span className="block h-2 grow overflow-hidden rounded-full bg-line">
        <span ref={bar} style={empty} className="block h-full origin-left rounded-full bg-jade" />
      </span>
    </div>
  );
}

/** The current time of the page, updated twice a second. */
function useClock() {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Remaining seconds, counted down from the last value of the server. */
function TimeLeft({ quota }: { quota: Conversation['quota'] }) {
  const t = useTranslate();
  const now = useClock();
  if (!quota || quota.seconds < 0) return null;
  const seconds = Math.max(0, quota.seconds - Math.max(0, now - quota.at) / 1000);
  return (
    <>
      <Chip tone={quota.isWarning ? 'amber' : 'neutral'} className="tabular-nums">
        {t('voice.time.left', { time: durationWords(seconds) })}
      </Chip>
      {quota.isWarning && (
        <p role="alert" className="sr-only">
          {t('voice.time.warning', { seconds: quota.seconds })}
        </p>
      )}
    </>
  );
}
