import { memo, type ReactNode } from 'react';
import type { TutorMessage } from '#shared/chat/chat.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Answer } from '../rendering/answer.tsx';
import type { GradeAnswer } from '../rendering/grade.ts';
import { AnswerTools } from './answer-tools.tsx';
import { BeginButton } from './begin.tsx';
import { SpokenMark } from './spoken-mark.tsx';
import type { ThreadActions } from './thread-actions.ts';

type AnswerRowProps = {
  message: TutorMessage;
  deeds: ThreadActions;
  onGrade: GradeAnswer | undefined;
  isIntroduced: boolean;
};

/** Formulas are not rendered again when a button beside them changes. */
const Body = memo(Answer);

/** Rendered again only when this message changes, however long the thread is. */
export const AnswerRow = memo(function AnswerRow(props: AnswerRowProps) {
  const { message, deeds, onGrade, isIntroduced } = props;
  const t = useTranslate();
  const { id, text, parts, state, is_spoken } = message;
  const isRunning = state === 'running';
  return (
    <article aria-busy={isRunning || undefined} className="grid min-w-0 gap-2">
      <h2 className="sr-only">{t('chat.tutorSays')}</h2>
      {(text !== '' || parts.length > 0) && (
        <Body text={text} parts={parts} streaming={isRunning} onGrade={onGrade} isIntroduced={isIntroduced} />
      )}
      {isRunning && text === '' && <Thinking />}
      {state === 'stopped' && (
        <Unfinished text={t('chat.stopped')} note={t('chat.continueCosts')}>
          <BeginButton onClick={() => deeds.continueAnswer(id)}>{t('chat.continue')}</BeginButton>
        </Unfinished>
      )}
      {state === 'interrupted' && (
        <Unfinished text={t('chat.interrupted')}>
          <BeginButton onClick={() => deeds.continueAnswer(id)}>{t('chat.continue')}</BeginButton>
        </Unfinished>
      )}
      {state === 'failed' && (
        <Unfinished text={t('chat.failed')}>
          <BeginButton onClick={() => deeds.regenerate(id)}>{t('ui.retry')}</BeginButton>
        </Unfinished>
      )}
      {/* Reserves the place of the buttons while the answer is being written, so that they move nothing. */}
      <div className="-ml-3 flex min-h-11 flex-wrap items-center">
        {is_spoken && <SpokenMark />}
        {!isRunning && <AnswerTools message={message} deeds={deeds} />}
      </div>
    </article>
  );
});

function Thinking() {
  const t = useTranslate();
  return (
    <p className="flex items-center gap-2 text-ink-2">
      <span aria-hidden className="size-2 animate-pulse rounded-full bg-seal" />
      {t('chat.thinking')}
    </p>
  );
}

type UnfinishedProps = { text: string; note?: string; children: ReactNode };

function Unfinished({ text, note, children }: UnfinishedProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-amber/40 bg-amber-soft px-4 py-2 text-sm">
      <p className="grow">
        {text}
        {note && <span className="block text-ink-2 text-xs">{note}</span>}
      </p>
      {children}
    </div>
  );
}
