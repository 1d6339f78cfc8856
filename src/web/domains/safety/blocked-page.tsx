import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { dayOf, formatDay } from '#shared/hong-kong.ts';
import { calledBySurname } from '#shared/tutor-name.ts';
import { MeError, MePage } from '#web/domains/accounts/me-page.tsx';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button } from '#web/ui/button.tsx';
import { LetterDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { MorePages, pageOf } from './more-pages.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const { locale } = splitLocale(args.url.pathname);
  const blocks = await ifSignedIn(api('GET /api/users/blocks', { query: { page: pageOf(args.url) } }));
  if (!blocks) return { blocks };
  const [grades, majors, others, regions] = await Promise.all([
    api('GET /api/common_info/grade'),
    api('GET /api/common_info/major_subject'),
    api('GET /api/common_info/other_subject'),
    api('GET /api/common_info/region'),
  ]);
  const and = locale === 'en' ? ', ' : '、';
  const list = blocks.list.map(({ about, ...block }) => ({
    ...block,
    about: about
      ? [
          namesIn(grades.list, about.grade).join(and),
          [...namesIn(majors.list, about.major_subject), ...namesIn(others.list, about.other_subject)].join(
            and,
          ),
          nameIn(regions.list, about.tutoring_region),
        ]
          .filter(Boolean)
          .join(' ')
      : '',
  }));
  return { blocks: { ...blocks, list } };
}
type BlockView = NonNullable<Awaited<ReturnType<typeof loader>>['blocks']>['list'][number];

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

function BlockRow({ block }: { block: BlockView }) {
  const { id, place, place_id, surname, listing_id, about, blocked_at } = block;
  const t = useTranslate();
  const { locale } = useShell();
  const ask = useMessageBox();
  const { busy, run } = useAction({ refresh: true, toast: true });
  const plain = about ? t('report.familyAbout', { about }) : t(`report.people.${place}`, { id: place_id });
  const name = surname
    ? calledBySurname(surname, (called) => t('report.tutorNamed', { surname: called, id: listing_id ?? 0 }))
    : plain;
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
        <p className="text-ink-2 text-sm">
          {t('me.blocked.since', { date: formatDay(dayOf(blocked_at), locale) })}
        </p>
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
