import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SkeletonText } from '#web/ui/feedback/waiting.tsx';
import type { CallPlan } from '../call/call-state.ts';
import type { Line } from '../call/conversation.ts';
import type { ShownTask } from '../load-voice.ts';
import { CallEnd } from '../screen/call-end.tsx';
import { CallNotices } from '../screen/call-notices.tsx';
import { Captions } from '../screen/captions.tsx';
import { Stage } from '../screen/stage.tsx';
import { useCall } from '../use-call.ts';
import { Countdown } from './countdown.tsx';
import { FeedbackView } from './feedback-view.tsx';
import { TaskText } from './task-text.tsx';
import { useRecording } from './use-recording.ts';

/** After this time feedback will not come any more. */
const feedbackMs = 45_000;

const isSpokenComment = ({ side, isFinal }: Line) => side === 'tutor' && isFinal;

type AnswerProps = {
  plan: CallPlan;
  task: ShownTask;
  isKept: boolean;
  pathName: string;
  onRetry: () => void;
  onAgain: () => void;
  onLeave: () => void;
};

/** Records the answer to a task and shows the feedback. */
export default function Answer({ plan, task, isKept, pathName, onRetry, onAgain, onLeave }: AnswerProps) {
  const t = useTranslate();
  const { call, state } = useCall(plan);
  const [isSpoken, setSpoken] = useState(false);
  const { kept, finish } = useRecording(isKept, state);
  const { phase, talk } = state;
  const { feedback, sessions } = talk;
  const begunSession = useRef(0);

  useEffect(() => {
    // Sent once per connection: a new connection knows nothing of the earlier start.
    if (phase !== 'live' || begunSession.current === sessions || sessions === 0) return;
    begunSession.current = sessions;
    call?.send({ type: 'assessment.begin' });
  }, [phase, sessions, call]);
  useEffect(() => {
    if (!isSpoken) return;
    call?.finishTurn();
    void finish();
    const timer = setTimeout(() => call?.hangUp(), feedbackMs);
    return () => clearTimeout(timer);
  }, [isSpoken, call, finish]);
  const isOver = feedback !== undefined && (feedback.fluency.words === 0 || talk.lines.some(isSpokenComment));
  useEffect(() => {
    if (feedback) void finish();
  }, [feedback, finish]);
  useEffect(() => {
    // The spoken comment is played to its end; reading the feedback uses no seconds.
    if (isOver) call?.hangUp();
  }, [isOver, call]);

  if (feedback)
    return (
      <FeedbackView
        feedback={feedback}
        talk={talk}
        language={task.language}
        kept={kept}
        pathName={pathName}
        onAgain={onAgain}
        onLeave={onLeave}
      />
    );
  if (phase === 'ended' || phase === 'failed')
    return (
      <CallEnd
        state={state}
        plan={plan}
        pathName={pathName}
        again={t('voice.feedback.again')}
        back={t('voice.feedback.other')}
        onAgain={state.failure ? onRetry : onAgain}
        onLeave={onLeave}
      >
        {isSpoken && <p className="text-center text-ink-2">{t('voice.feedback.noFeedback')}</p>}
      </CallEnd>
    );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
      <Card className="grid gap-6">
        {isSpoken ? (
          <div role="status" className="grid gap-4">
            <h2 className="text-xl">{t('voice.tasks.waiting')}</h2>
            <p className="text-ink-2">{t('voice.tasks.waitingHint')}</p>
            <SkeletonText lines={5} />
          </div>
        ) : (
          <>
            <Stage call={call} state={state} plan={plan} />
            {call && <CallNotices call={call} state={state} />}
            {state.liveSince !== undefined && (
              <Countdown
                label={t('voice.tasks.answering')}
                seconds={task.answerSeconds}
                onEnd={() => setSpoken(true)}
              />
            )}
            <div className="flex flex-wrap justify-center gap-3">
              <Button variant="primary" disabled={phase !== 'live'} onClick={() => setSpoken(true)}>
                {t('voice.tasks.finish')}
              </Button>
              <Button variant="quiet" onClick={onLeave}>
                {t('voice.tasks.leave')}
              </Button>
            </div>
          </>
        )}
      </Card>
      <div className="grid gap-4">
        <Card>
          <TaskText task={task} />
        </Card>
        <Captions lines={talk.lines} />
      </div>
    </div>
  );
}
