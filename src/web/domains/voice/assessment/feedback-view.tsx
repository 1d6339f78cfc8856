import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import type { Feedback } from '#shared/voice/events.ts';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import { Prose } from '#web/domains/chat/rendering/prose.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useFocusFirst } from '#web/ui/forms/typing.ts';
import type { Conversation, Line } from '../call/conversation.ts';
import { FluencyView } from './fluency-view.tsx';
import { Replay } from './replay.tsx';
import type { RecordingState } from './use-recording.ts';

type FeedbackViewProps = {
  feedback: Feedback;
  talk: Conversation;
  language: SpokenLanguage;
  kept: RecordingState;
  pathName: string;
  onAgain: () => void;
  onLeave: () => void;
};

/** Feedback on an answer: covered points, fluency, advice, and the answer line by line. */
export function FeedbackView(props: FeedbackViewProps) {
  const { feedback, talk, language, kept, pathName, onAgain, onLeave } = props;
  const t = useTranslate();
  const { href } = useShell();
  const heading = useFocusFirst<HTMLHeadingElement>();
  const threadId = talk.facts?.thread_id;
  return (
    <div className="grid gap-6">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t('voice.feedback.title')}
      </h2>
      {feedback.fluency.words === 0 && <Notice>{t('voice.feedback.empty')}</Notice>}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card as="section" aria-labelledby="content" className="grid gap-4">
          <h3 id="content" className="text-lg">
            {t('voice.feedback.content')}
          </h3>
          <ul className="grid gap-3">
            {feedback.content.map((point) => (
              <Point key={point.point} {...point} />
            ))}
          </ul>
          <p className="text-ink-2 text-xs">{t('voice.feedback.contentNote')}</p>
        </Card>
        <FluencyView fluency={feedback.fluency} language={language} />
      </div>
      {feedback.advice.length > 0 && (
        <Card as="section" aria-labelledby="advice" className="grid gap-3">
          <h3 id="advice" className="text-lg">
            {t('voice.feedback.advice')}
          </h3>
          <ol className="grid list-decimal gap-2 pl-5 marker:text-ink-2">
            {feedback.advice.map((advice) => (
              <li key={advice}>{advice}</li>
            ))}
          </ol>
        </Card>
      )}
      <Comment lines={talk.lines} />
      <Replay talk={talk} kept={kept} />
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={onAgain}>
          {t('voice.feedback.again')}
        </Button>
        <Button onClick={onLeave}>{t('voice.feedback.other')}</Button>
        {threadId !== undefined && (
          <ButtonLink to={href(`/${pathName}/${threadId}`)}>{t('voice.ended.toThread')}</ButtonLink>
        )}
      </div>
    </div>
  );
}

/** Comment of the tutor, as it is spoken. */
function Comment({ lines }: { lines: readonly Line[] }) {
  const t = useTranslate();
  const said = lines.filter(({ side, text }) => side === 'tutor' && text !== '');
  if (said.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="comment" className="grid gap-2">
      <h3 id="comment" className="text-lg">
        {t('voice.feedback.tutor')}
      </h3>
      {said.map(({ id, text, isFinal }) => (
        <Prose key={id} text={text} streaming={!isFinal} />
      ))}
    </Card>
  );
}

function Point({ point, is_met, evidence }: Feedback['content'][number]) {
  const t = useTranslate();
  const Icon = is_met ? Check : Minus;
  return (
    <li className="flex items-start gap-2" data-met={is_met}>
      <Icon size="1.25rem" className={cx('mt-0.5 shrink-0', is_met ? 'text-jade' : 'text-ink-2')} />
      <div>
        <p>
          {point}
          <span className="ml-2 text-ink-2 text-xs">
            {t(is_met ? 'voice.feedback.met' : 'voice.feedback.notMet')}
          </span>
        </p>
        {is_met && evidence !== '' && (
          <p className="text-ink-2 text-sm">{t('voice.feedback.evidence', { text: evidence })}</p>
        )}
      </div>
    </li>
  );
}
