import { useState } from 'react';
import type { Thread } from '#shared/chat/chat.ts';
import { dayOf, formatLongDay } from '#shared/hong-kong.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { useCopy } from '#web/ui/copy-button.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';

/** Makes a link to a copy of the thread: neither user sees what the other writes afterwards. */
export function SharePart({ thread }: { thread: Thread }) {
  const t = useTranslate();
  const login = useLogin();
  const copy = useCopy(t('chat.copied'), t('chat.notCopied'));
  const { root, locale, href } = useShell();
  const [share, setShare] = useState<{ link: string; expires: string }>();
  const { busy, problem, run } = useAction();

  const make = () =>
    run(
      (api) =>
        api('GET /api_ai/chat_ai/share_code', {
          query: { assistant_id: thread.assistant_id, thread_id: thread.id },
        }),
      ({ code, expires_at }) =>
        setShare({
          link: `${root?.origin ?? location.origin}${href('/aitutor')}?share=${code}`,
          expires: expires_at,
        }),
    );
  if (!root?.aiUser.id)
    return (
      <div className="grid gap-3">
        <p>{t('chat.share.loginFirst')}</p>
        <Button variant="primary" onClick={() => login.open({ side: 'ai', reason: 'save' })}>
          {t('login.title')}
        </Button>
      </div>
    );
  return (
    <div className="grid gap-3">
      <p className="text-sm">{t('chat.share.what')}</p>
      <ProblemLine>{problem}</ProblemLine>
      {share ? (
        <>
          <Field
            label={t('chat.share.link')}
            help={t('chat.share.until', { day: formatLongDay(dayOf(share.expires), locale) })}
          >
            <Input readOnly value={share.link} onFocus={({ target }) => target.select()} />
          </Field>
          <Button variant="primary" onClick={() => copy(share.link)}>
            {t('chat.share.copy')}
          </Button>
        </>
      ) : (
        <Button variant="primary" loading={busy} onClick={make}>
          {t('chat.share.make')}
        </Button>
      )}
    </div>
  );
}
