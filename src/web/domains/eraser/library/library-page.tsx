import { useNavigate, useNavigation } from 'react-router';
import type { SharedRecord } from '#shared/eraser/sharing.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { LogInFirst } from '#web/shell/empty-pages.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EraserDrawing, FindDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import type { Lists } from '../lists.ts';
import { usePictures } from '../pictures.ts';
import { cardGrid, RecordFrame } from '../record-list.tsx';
import { LibraryFilters } from './library-filters.tsx';
import type { LibraryData } from './load-library.ts';
import { MineList } from './mine-list.tsx';
import { isFiltered, type Place, tabs, type View, viewPath } from './view.ts';

type LibraryPageProps = { place: Place; title: string; lead: string; data: LibraryData };

/** Library tabs: own papers, shared papers and the trash. */
export function LibraryPage({ place, title, lead, data }: LibraryPageProps) {
  const t = useTranslate();
  const { href } = useShell();
  const navigate = useNavigate();
  const busy = useNavigation().state === 'loading';
  const { view, mine, shared, lists } = data;
  const found = mine ?? shared;
  const show = (changes: Partial<View>) =>
    navigate(href(viewPath(place, { ...view, page: 1, ...changes })), { preventScrollReset: true });
  return (
    <div className="py-6 lg:py-10">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-2xl lg:text-3xl">{title}</h1>
          <p className="mt-1 max-w-[40rem] text-ink-2">{lead}</p>
        </div>
        <ButtonLink to={href('/erase')} variant="primary">
          {t('eraser.library.new')}
        </ButtonLink>
      </div>
      <nav aria-label={t('eraser.library.tabs')} className="mt-4 flex gap-1 border-line border-b">
        {tabs.map((tab) => (
          <AppLink
            key={tab}
            to={href(viewPath(place, { ...view, tab, page: 1 }))}
            aria-current={tab === view.tab ? 'page' : undefined}
            className="-mb-px flex min-h-11 items-center border-transparent border-b-2 px-3 text-ink-2 hover:text-ink aria-[current]:border-seal aria-[current]:font-bold aria-[current]:text-ink lg:px-4"
          >
            {t(`eraser.library.tab.${tab}`)}
          </AppLink>
        ))}
      </nav>
      {/* No filters when there are no papers. */}
      {found && (found.total > 0 || isFiltered(view) || view.page > 1) && (
        <LibraryFilters view={view} lists={lists} onChange={show} />
      )}
      <section
        aria-busy={busy}
        aria-label={t(`eraser.library.tab.${view.tab}`)}
        className={busy ? 'opacity-60 transition-opacity' : undefined}
      >
        {found && found.total > 0 && (
          <p role="status" className="mb-2 text-ink-2 text-sm">
            {t('eraser.library.found', { count: found.total })}
          </p>
        )}
        {!found || found.list.length === 0 ? (
          <LibraryEmpty view={view} signedOut={!found} onClear={show} />
        ) : mine ? (
          <MineList
            key={viewPath(place, view)}
            records={mine.list}
            lists={lists}
            inTrash={view.tab === 'trash'}
          />
        ) : (
          shared && <SharedList records={shared.list} lists={lists} />
        )}
        {found && <Pager place={place} view={view} pages={Math.ceil(found.total / found.page_size)} />}
      </section>
    </div>
  );
}

function Pager({ place, view, pages }: { place: Place; view: View; pages: number }) {
  const t = useTranslate();
  const { href } = useShell();
  if (pages < 2) return null;
  const to = (page: number) => href(viewPath(place, { ...view, page }));
  return (
    <nav aria-label={t('eraser.library.pager')} className="mt-6 flex items-center justify-center gap-3">
      {view.page > 1 && <ButtonLink to={to(view.page - 1)}>{t('eraser.library.before')}</ButtonLink>}
      <span className="text-ink-2 text-sm tabular-nums">
        {t('eraser.library.page', { page: view.page, pages })}
      </span>
      {view.page < pages && <ButtonLink to={to(view.page + 1)}>{t('eraser.library.next')}</ButtonLink>}
    </nav>
  );
}

/** Exercises shared publicly by their owners. */
function SharedList({ records, lists }: { records: readonly SharedRecord[]; lists: Lists }) {
  const t = useTranslate();
  const pictures = usePictures();
  return (
    <ul className={cardGrid}>
      {records.map((record) => (
        <RecordFrame
          key={record.id}
          record={record}
          lists={lists}
          level={2}
          to={`/test-paper/${record.id}`}
          cover={pictures.shared(record.id, 1, 'thumb')}
        >
          {record.is_mine && <Chip tone="jade">{t('eraser.card.mine')}</Chip>}
          {record.is_reported && <Chip tone="amber">{t('eraser.card.reported')}</Chip>}
        </RecordFrame>
      ))}
    </ul>
  );
}

type LibraryEmptyProps = { view: View; signedOut: boolean; onClear: (changes: Partial<View>) => void };

/** Empty state: not logged in, nothing matches the filters, or nothing there yet. */
function LibraryEmpty({ view, signedOut, onClear }: LibraryEmptyProps) {
  const t = useTranslate();
  const { href } = useShell();
  if (signedOut)
    return <LogInFirst title={t('eraser.library.signedOutTitle')} text={t('eraser.library.signedOutText')} />;
  if (isFiltered(view) || view.page > 1)
    return (
      <EmptyState
        drawing={<FindDrawing />}
        title={t('eraser.library.noneTitle')}
        text={t('eraser.library.noneText')}
        action={
          <Button variant="primary" onClick={() => onClear({ grade: 0, major: 0, other: 0, search: '' })}>
            {t('eraser.library.clear')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      drawing={<EraserDrawing />}
      title={t(`eraser.library.empty.${view.tab}`)}
      text={t(`eraser.library.emptyText.${view.tab}`)}
      action={
        view.tab !== 'trash' && (
          <ButtonLink to={href('/erase')} variant="primary">
            {t('eraser.library.new')}
          </ButtonLink>
        )
      }
    />
  );
}
