import { useEffect, useRef } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { Call } from '../call/call.ts';
import { type CallPlan, type CallState, isSending } from '../call/call-state.ts';
import { LevelMeter } from './level-meter.tsx';
import { hintOf, statusOf } from './status.ts';
import { TimeLeft } from './time-left.tsx';
import { VoiceRing } from './voice-ring.tsx';

const silence = () => 0;

type StageProps = { call: Call | undefined; state: CallState; plan: CallPlan };

/** Who is speaking, in a picture and in words. The focus comes here when a call begins. */
export function Stage({ call, state, plan }: StageProps) {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
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
      {/* Whose turn it is changes every few seconds and is heard: only what is not heard is told. */}
      <p role="status" className="sr-only">
        {t(isLive && !state.isMuted ? 'voice.connected' : `voice.status.${isLive ? 'muted' : status}`)}
      </p>
      <p className="mt-1 mb-4 text-ink-2">{t(`voice.status.${hintOf(state, plan)}`)}</p>
      {plan.hears === 'server' && <LevelMeter read={call?.ownLevel ?? silence} isOff={!isSending(state)} />}
    </div>
  );
}
