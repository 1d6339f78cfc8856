import type { codes } from '#shared/codes/codes.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useLogin } from '#web/shell/login.tsx';
import { Button } from '#web/ui/button.tsx';
import { MessageFiles } from '../message/message-files.tsx';
import { QuestionBubble } from '../message/question-row.tsx';
import type { Unsent } from './thread-store.ts';

const notSignedIn: (typeof codes)['notSignedIn']['code'] = 3002;
const trialUsedUp: (typeof codes)['trialUsedUp']['code'] = 2604;

type UnsentRowProps = { unsent: Unsent; onRetry: () => void; onRecall: () => void };

/** On its way, or not: then why, and what to do about it. Nothing that was written is lost. */
export function UnsentRow({ unsent: { text, files, problem }, onRetry, onRecall }: UnsentRowProps) {
  const t = useWords();
  const login = useLogin();
  const needsLogin = problem?.code === notSignedIn || problem?.code === trialUsedUp;
  return (
    <article className="grid justify-items-end gap-1">
      <h2 className="sr-only">{t('chat.youAsk')}</h2>
      <MessageFiles files={files} />
      {text !== '' && <QuestionBubble faint>{text}</QuestionBubble>}
      {problem ? (
        <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 text-sm">
          <p role="alert" className="text-seal">
            {problem.message || t('chat.notSent')}
          </p>
          {needsLogin && (
            <Button
              size="compact"
              variant="primary"
              onClick={() => login.open(location.pathname + location.search, { side: 'ai' })}
            >
              {t('login.title')}
            </Button>
          )}
          <Button size="compact" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
          <Button size="compact" onClick={onRecall}>
            {t('chat.recall')}
          </Button>
        </div>
      ) : (
        <p role="status" className="text-ink-2 text-xs">
          {t('chat.sending')}
        </p>
      )}
    </article>
  );
}
