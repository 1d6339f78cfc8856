import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

const code = /^[a-z0-9]{6,16}$/;

/**
 * Who comes by /share/{code} lands here with the code, which is told to the server once. What a page loads is read only:
 * so that previews and crawlers are not counted, the browser tells it.
 */
export function InvitedNotice() {
  const t = useWords();
  const api = useApi();
  const { root } = useShell();
  const [asked, setAsked] = useSearchParams();
  const [answer, setAnswer] = useState<{ is_own: boolean; newcomer_pages: number }>();
  const given = asked.get('share') ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per code
  useEffect(() => {
    if (!code.test(given)) return;
    api('POST /api_ai/eraser/promotion_link_access/{code}', { params: { code: given } }).then(
      (told) => {
        setAnswer(told);
        const rest = new URLSearchParams(location.search);
        rest.delete('share');
        setAsked(rest, { replace: true, preventScrollReset: true });
      },
      // Logged by the call layer. A code that nobody has is no reason to keep anybody from the page.
      () => {},
    );
  }, [given]);
  if (!answer) return null;
  if (answer.is_own) return <Notice>{t('eraser.invited.own')}</Notice>;
  if (root?.aiUser.id) return null;
  return (
    <Notice tone="jade" role="status">
      {t('eraser.invited.welcome', { pages: answer.newcomer_pages })}
    </Notice>
  );
}
