import { useNavigate } from 'react-router';
import { notFound } from '#shared/codes/numbers.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { threadsChanged } from '../threads/changed.ts';

/** Redeems a share link: its content becomes a thread of the user. */
export function TakeCopy({ code }: { code: string }) {
  const t = useTranslate();
  const login = useLogin();
  const navigate = useNavigate();
  const { root, href } = useShell();
  const { busy, problem, run } = useAction({ messages: { [notFound]: t('chat.share.gone') } });
  const take = async () => {
    if (!root?.aiUser.id) return login.open({ side: 'ai', reason: 'save' });
    await run(
      (api) => api('POST /api_ai/chat_ai/share_code', { body: { code } }),
      async (thread) => {
        threadsChanged();
        await navigate(href(`/${thread.path_name}/${thread.id}`));
      },
    );
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
