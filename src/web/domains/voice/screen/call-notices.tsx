import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice, ProblemNotice } from '#web/ui/feedback/notice.tsx';
import type { Call } from '../call/call.ts';
import type { CallState } from '../call/call-state.ts';

/** Problems during a call that goes on. */
export function CallNotices({ call, state }: { call: Call; state: CallState }) {
  const t = useTranslate();
  const { talk, isSoundBlocked, microphoneProblem: microphoneTrouble } = state;
  return (
    <>
      {isSoundBlocked && (
        <Notice role="alert" className="flex flex-wrap items-center justify-between gap-3">
          <p>{t('voice.sound.blocked')}</p>
          <Button onClick={call.allowSound}>{t('voice.sound.allow')}</Button>
        </Notice>
      )}
      {talk.quota?.isWarning && (
        <Notice>{t('voice.time.warning', { seconds: Math.max(0, talk.quota.seconds) })}</Notice>
      )}
      {microphoneTrouble && <Notice role="alert">{t('voice.trouble')}</Notice>}
      <ProblemNotice>{talk.problem?.message}</ProblemNotice>
    </>
  );
}
