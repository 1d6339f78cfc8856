import type { ReactNode } from 'react';
import type { EraseRecord } from '#shared/eraser/eraser.ts';
import type { SharedRecord } from '#shared/eraser/sharing.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EraserDrawing } from '#web/ui/drawings.tsx';
import { Heading } from '#web/ui/heading.tsx';
import { type Lists, pageWords, tagWords } from './lists.ts';
import { usePictures } from './pictures.ts';

export const cardGrid = 'grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4';

/** Own papers as cards. `foot` renders the actions of a card; without it the card only links to the paper. */
export function RecordList(props: {
  records: readonly EraseRecord[];
  lists: Lists;
  level?: 2 | 3;
  /** Cards without links: for deleted papers, and while papers are being selected. */
  isStill?: boolean;
  /** Covers the whole card. */
  choice?: (record: EraseRecord) => ReactNode;
  foot?: (record: EraseRecord) => ReactNode;
}) {
  const { records, lists, level = 3, isStill = false, choice, foot } = props;
  const pictures = usePictures();
  return (
    <ul className={cardGrid}>
      {records.map((record) => (
        <RecordFrame
          key={record.id}
          record={record}
          lists={lists}
          level={level}
          to={isStill ? undefined : `/test-paper/${record.id}`}
          cover={
            record.cover !== null && record.cover_version > 0
              ? pictures.page(record.cover, { view: 'erased', size: 'thumb', version: record.cover_version })
              : undefined
          }
          choice={choice?.(record)}
          foot={foot?.(record)}
        >
          <RecordState record={record} />
        </RecordFrame>
      ))}
    </ul>
  );
}

function RecordState({ record }: { record: EraseRecord }) {
  const t = useTranslate();
  const waiting = record.page_count - record.pages_done - record.pages_failed;
  return (
    <>
      {waiting > 0 && record.pages_done < record.page_count && !record.deleted_at && (
        <Chip tone="amber">
          {t('eraser.card.partly', { done: record.pages_done, pages: record.page_count })}
        </Chip>
      )}
      {record.pages_failed > 0 && (
        <Chip tone="seal">{t('eraser.card.failed', { pages: pageWords(t, record.pages_failed) })}</Chip>
      )}
      {record.is_shared && <Chip tone="jade">{t('eraser.card.shared')}</Chip>}
      {record.is_taken_down && <Chip tone="seal">{t('eraser.card.takenDown')}</Chip>}
    </>
  );
}

type RecordFrameProps = {
  record: EraseRecord | SharedRecord;
  lists: Lists;
  level: 2 | 3;
  to: string | undefined;
  cover: string | undefined;
  choice?: ReactNode;
  foot?: ReactNode;
  children?: ReactNode;
};

export function RecordFrame({ record, lists, level, to, cover, choice, foot, children }: RecordFrameProps) {
  const t = useTranslate();
  const { href } = useShell();
  const tags = tagWords(lists, record);
  return (
    <li
      data-record={record.id}
      className="group relative grid min-w-0 content-start rounded-card border border-line bg-sheet transition-colors focus-within:border-ink/40 hover:border-ink/40 has-checked:border-seal"
    >
      <div className="aspect-[4/5] overflow-hidden rounded-t-card border-line border-b bg-paper-2">
        {cover ? (
          <img
            src={cover}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-cover object-top"
          />
        ) : (
          <div className="grid size-full place-items-center p-6 opacity-60">
            <EraserDrawing />
          </div>
        )}
      </div>
      <div className="grid content-start gap-1 p-3">
        <Heading level={level} className="line-clamp-2 text-base leading-snug">
          {to ? (
            <AppLink to={href(to)} className="after:absolute after:inset-0 after:rounded-card">
              {record.title}
            </AppLink>
          ) : (
            record.title
          )}
        </Heading>
        <p className="text-ink-2 text-xs">{[pageWords(t, record.page_count), ...tags].join(' · ')}</p>
        <div className="flex flex-wrap gap-1 empty:hidden">{children}</div>
      </div>
      {foot && <div className="relative z-10 mt-auto px-1.5 pb-1.5">{foot}</div>}
      {choice && <div className="absolute inset-0 z-10">{choice}</div>}
    </li>
  );
}
