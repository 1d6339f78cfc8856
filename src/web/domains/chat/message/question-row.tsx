import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import { memo, Suspense, useState } from 'react';
import type { TutorMessage } from '#shared/chat/chat.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useCopy } from '#web/ui/copy-button.tsx';
import { BeginTool } from './begin.tsx';
import { MessageFiles } from './message-files.tsx';
import { SpokenMark } from './spoken-mark.tsx';
import type { ThreadActions } from './thread-actions.ts';
import { ToolButton } from './tool-button.tsx';
import { Versions } from './versions.tsx';

const EditQuestion = lazyPart(() => import('./edit-question.tsx'));

type QuestionRowProps = { message: TutorMessage; deeds: ThreadActions };

export const QuestionRow = memo(function QuestionRow({ message, deeds }: QuestionRowProps) {
  const t = useTranslate();
  const copy = useCopy(t('chat.copied'), t('chat.notCopied'));
  const [editing, setEditing] = useState(false);
  const { id, text, files, versions, is_spoken } = message;
  return (
    <article className="grid min-w-0 justify-items-end gap-1">
      <h2 className="sr-only">{t('chat.youAsk')}</h2>
      {editing ? (
        <Suspense fallback={<QuestionBubble>{text}</QuestionBubble>}>
          <EditQuestion
            text={text}
            onCancel={() => setEditing(false)}
            onSave={(changed) => {
              setEditing(false);
              deeds.edit(id, changed);
            }}
          />
        </Suspense>
      ) : (
        <>
          <MessageFiles files={files} />
          {text !== '' && <QuestionBubble>{text}</QuestionBubble>}
          <div className="-mr-3 flex flex-wrap items-center justify-end">
            {is_spoken && <SpokenMark />}
            <Versions id={id} versions={versions} onShow={deeds.showVersion} />
            {text !== '' && <ToolButton label={t('chat.copy')} icon={Copy} onClick={() => copy(text)} />}
            {/* A file belongs to one message: another version would lose it. */}
            {files.length === 0 && (
              <BeginTool label={t('chat.edit')} icon={Pencil} onClick={() => setEditing(true)} />
            )}
          </div>
        </>
      )}
    </article>
  );
});

export function QuestionBubble({ faint = false, children }: { faint?: boolean; children: string }) {
  return (
    <p
      className={`max-w-[85%] whitespace-pre-wrap rounded-2xl rounded-br-md border bg-paper-2 px-4 py-2.5 ${faint ? 'border-ink-2/60 border-dashed' : 'border-transparent'}`}
    >
      {children}
    </p>
  );
}
