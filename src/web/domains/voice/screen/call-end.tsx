import type { ReactNode } from 'react';
import { durationWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useFocusFirst } from '#web/ui/forms/typing.ts';
import type { CallPlan, CallState } from '../call/call-state.ts';

type CallEndProps = {
  state: CallState;
  plan: CallPlan;
  pathName: string;
  again: string;
  back: string;
  onAgain: (plan: CallPlan) => void;
  onLeave: () => void;
  children?: ReactNode;
};

/** Shows how a call ended, or why it did not start, and what to do next. */
export function CallEnd({ state, plan, pathName, again, back, onAgain, onLeave, children }: CallEndProps) {
  const t = useTranslate();
  const { href } = useShell();
  const heading = useFocusFirst<HTMLHeadingElement>();
  const { title, text } = useEnding(state);
  const { talk, failure, liveSince, endedAt = 0 } = state;
  const threadId = talk.facts?.thread_id;
  const canType =
    plan.recognition === 'server' && failure !== undefined && failure.name in microphoneFailures;
  return (
    <Card className="mx-auto grid w-full max-w-2xl gap-5 py-8">
      <div className="grid gap-1 text-balance text-center">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {title}
        </h2>
        <p role={failure ? 'alert' : undefined}>{text}</p>
        {liveSince !== undefined && (
          <p className="text-ink-2 text-sm">
            {t('voice.ended.duration', { time: durationWords((endedAt - liveSince) / 1000) })}
          </p>
        )}
      </div>
      {children}
      <div className="flex flex-wrap justify-center gap-3">
        {threadId !== undefined && (
          <ButtonLink variant="primary" to={href(`/${pathName}/${threadId}`)}>
            {t('voice.ended.toThread')}
          </ButtonLink>
        )}
        {failure?.name !== 'quota' && talk.closed !== 'quota' && (
          <Button variant={threadId === undefined ? 'primary' : 'secondary'} onClick={() => onAgain(plan)}>
            {failure ? t('voice.failed.retry') : again}
          </Button>
        )}
        {canType && (
          <Button onClick={() => onAgain({ ...plan, recognition: 'typing', pushToTalk: false })}>
            {t('voice.failed.typeInstead')}
          </Button>
        )}
        <Button variant="quiet" onClick={onLeave}>
          {back}
        </Button>
      </div>
    </Card>
  );
}

const microphoneFailures = { denied: 1, noMicrophone: 1, busyMicrophone: 1, microphone: 1, insecure: 1 };

function useEnding({ failure, talk, phase }: CallState) {
  const t = useTranslate();
  if (failure)
    return {
      title: t(`voice.failed.${failure.name}.title`),
      text: failure.words || t(`voice.failed.${failure.name}.text`),
    };
  // A user who hung up here got no reason from the server; `ended` from the server means the call ended
  // elsewhere.
  const serverReason = talk.closed === 'ended' ? 'elsewhere' : talk.closed;
  const reason = serverReason ?? (phase === 'failed' ? 'failed' : 'ended');
  return { title: t('voice.ended.title'), text: t(`voice.ended.${reason}`) };
}
