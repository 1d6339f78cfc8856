import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Assistant } from '#shared/chat/chat.ts';
import { takeCrop } from '#web/domains/eraser/paper/chat-picture.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { Composer, type ComposerHandle, type Message } from '../composer/composer.tsx';
import { draftOfStart, queueMessage } from '../thread/outbox.ts';
import { threadsChanged } from '../threads/changed.ts';

type Example = { id: number; subject: string; text: string };
type StartDeskProps = { assistant: Assistant; examples: readonly Example[] };

/** Begins a thread: with a typed question, a photo of one, or an example. */
export function StartPanel({ assistant, examples }: StartDeskProps) {
  const t = useTranslate();
  const { root, href } = useShell();
  const owner = root?.aiUser.id ?? 0;
  const composer = useRef<ComposerHandle>(null);
  const { begin, problem } = useBegin(assistant, owner);
  useCroppedPicture(composer);

  if (owner === 0 && !assistant.is_trial) return <LoginFirst assistant={assistant} />;
  return (
    <div className="grid gap-4">
      <ProblemLine>{problem}</ProblemLine>
      <Composer
        handle={composer}
        draft={draftOfStart(assistant.path_name)}
        owner={owner}
        assistant={assistant}
        onSend={begin}
      />
      {examples.length > 0 && (
        <section aria-labelledby="examples">
          <h2 id="examples" className="mb-2 text-lg">
            {t('chat.examples')}
          </h2>
          <ul className="grid gap-2 lg:grid-cols-2">
            {examples.map(({ id, subject, text }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => {
                    composer.current?.give({ text });
                    composer.current?.focus();
                  }}
                  className="grid h-full min-h-14 w-full cursor-pointer content-start rounded-card border border-line bg-sheet px-4 py-2.5 text-left transition-colors hover:border-ink/40"
                >
                  <span className="text-ink-2 text-xs">{subject}</span>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <AppLink
        to={href('/review')}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start text-ink-2 underline-offset-4 hover:text-ink hover:underline"
      >
        <RotateCcw size="1rem" />
        {t('chat.toReview')}
      </AppLink>
    </div>
  );
}

function LoginFirst({ assistant }: { assistant: Assistant }) {
  const t = useTranslate();
  const login = useLogin();
  return (
    <Card className="grid justify-items-start gap-3">
      <p>{t('chat.loginFirst', { name: assistant.name })}</p>
      <Button variant="primary" onClick={() => login.open({ side: 'ai', reason: 'chat' })}>
        {t('login.title')}
      </Button>
    </Card>
  );
}

/**
 * Creates a thread and opens it; the question waits in the outbox of this device, so that it cannot be lost
 * on the way.
 */
function useBegin(assistant: Assistant, owner: number) {
  const navigate = useNavigate();
  const { href } = useShell();
  const { problem, run } = useAction();
  const begin = ({ text, files, wish }: Message) =>
    run(async (api) => {
      const thread = await api('POST /api_ai/chat_ai/threads', { body: { assistant_id: assistant.id } });
      queueMessage(thread.id, owner, { text, files, wish });
      threadsChanged();
      void navigate(href(`/${thread.path_name}/${thread.id}`));
    });
  return { begin, problem };
}

/** Attaches a question that was cropped from a paper, once. */
function useCroppedPicture(composer: { current: ComposerHandle | null }) {
  const [query, setQuery] = useSearchParams();
  const isWaiting = query.has('picture');
  useEffect(() => {
    if (!isWaiting) return;
    const picture = pictureOf(takeCrop());
    if (picture) composer.current?.takePicture(picture);
    setQuery({}, { replace: true, preventScrollReset: true });
  }, [isWaiting, composer, setQuery]);
}

/**
 * Converts a data URL to a Blob; fetch would do it as well, but the Content-Security-Policy allows our own
 * addresses only.
 */
function pictureOf(dataUrl: string | null) {
  const [, type, data] = /^data:(image\/[a-z]+);base64,(.+)$/.exec(dataUrl ?? '') ?? [];
  if (!data) return undefined;
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: type ?? '' });
}
