import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { codes } from '#shared/codes/codes.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { isCode, useProblemWords } from '#web/ground/api/use-problem.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useLogin } from '#web/ground/login.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { threadsChanged } from '../threads/changed.ts';

const notFound: (typeof codes)['notFound']['code'] = 1005;

/** Somebody gave a link: what it gives becomes a thread of one's own. */
export function TakeCopy({ code }: { code: string }) {
  const t = useWords();
  const api = useApi();
  const login = useLogin();
  const navigate = useNavigate();
  const problemWords = useProblemWords();
  const { root, href } = useShell();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const take = async () => {
    if (!root?.aiUser.id) return login.open(location.pathname + location.search, { side: 'ai' });
    setBusy(true);
    setProblem('');
    try {
      const thread = await api('POST /api_ai/chat_ai/share_code', { body: { code } });
      threadsChanged();
      await navigate(href(`/${thread.path_name}/${thread.id}`));
    } catch (error) {
      setProblem(isCode(error, notFound) ? t('chat.share.gone') : problemWords(error));
      setBusy(false);
    }
  };
  return (
    <Notice tone="jade" className="grid justify-items-start gap-3">
      <p>{t('chat.share.waiting')}</p>
      {problem && (
        <p role="alert" className="text-seal">
          {problem}
        </p>
      )}
      <Button variant="primary" loading={busy} onClick={take}>
        {t('chat.share.take')}
      </Button>
    </Notice>
  );
}
