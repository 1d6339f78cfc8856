import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { dayOf } from '#shared/hong-kong.ts';
import type { Block } from '#shared/safety/reports.ts';
import { MeError, MePage } from '#web/domains/accounts/me-page.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button } from '#web/ui/button.tsx';
import { LetterDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { MorePages, pageOf } from './more-pages.tsx';

export const loader = async (args: LoaderFunctionArgs) => ({
  blocks: await ifSignedIn(apiOf(args)('GET /api/users/blocks', { query: { page: pageOf(args.url) } })),
});
export const meta = pageMeta('meBlocked');
export const ErrorBoundary = MeError;

export default function BlockedPage() {
  const t = useTranslate();
  const { blocks } = useLoaderData<typeof loader>();
  if (!blocks) return <SignedOut title={t('me.blocked.title')} />;
  return (
    <MePage title={t('me.blocked.title')} lead={t('me.blocked.lead')}>
      {blocks.list.length === 0 ? (
        <EmptyState
          drawing={<LetterDrawing />}
          title={t('me.blocked.none')}
          text={t('me.blocked.noneText')}
        />
      ) : (
        <>
          <ul className="grid rounded-card border border-line bg-sheet">
            {blocks.list.map((block) => (
              <BlockRow key={block.id} block={block} />
            ))}
          </ul>
          <MorePages path="/me/blocked" list={blocks} />
        </>
      )}
    </MePage>
  );
}

function BlockRow({ block: { id, place, place_id, surname, blocked_at } }: { block: Block }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { busy, run } = useAction({ refresh: true, toast: true });
  const name = surname
    ? t('report.tutorNamed', { surname, id: place_id })
    : t(`report.people.${place}`, { id: place_id });
  const unblock = async () => {
    const sure = await ask({
      title: t('me.blocked.unblockTitle', { name }),
      message: t('me.blocked.unblockText'),
      confirmLabel: t('me.blocked.unblock'),
      cancelLabel: t('me.cancel'),
    });
    if (!sure) return;
    await run((api) => api('DELETE /api/users/blocks/{id}', { params: { id } }), t('me.blocked.unblocked'));
  };
  return (
    <li className="flex items-center gap-3 border-line border-t px-4 py-3 first:border-t-0 lg:px-5">
      <div className="min-w-0 grow">
        <p className="font-semibold">{name}</p>
        <p className="text-ink-2 text-sm">{t('me.blocked.since', { date: dayOf(blocked_at) })}</p>
      </div>
      <Button
        size="compact"
        loading={busy}
        aria-label={t('me.blocked.unblockOf', { name })}
        onClick={() => void unblock()}
      >
        {t('me.blocked.unblock')}
      </Button>
    </li>
  );
}
