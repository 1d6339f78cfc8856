import Globe from 'lucide-react/icons/globe';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { EraseRecord } from '#shared/eraser/eraser.ts';
import { dayOf, formatDay } from '#shared/hong-kong.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { toggled } from '#web/ui/forms/choices.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { Lists } from '../lists.ts';
import { RecordList } from '../record-list.tsx';
import { useUndo } from '../use-undo.tsx';

const EditSheet = lazyPart(() => import('../edit-sheet.tsx'));
const PublishSheet = lazyPart(() => import('../publish-sheet.tsx'));

type Opened = { what: 'edit' | 'publish'; record: EraseRecord; open: boolean };

/** Own papers or the trash, with actions for one or several papers. */
export function MineList({
  records,
  lists,
  inTrash,
}: {
  records: readonly EraseRecord[];
  lists: Lists;
  inTrash: boolean;
}) {
  const t = useTranslate();
  const { locale } = useShell();
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState<readonly number[]>();
  const [opened, setOpened] = useState<Opened>();
  const { busy, remove, restoreRecords } = useRemoval(() => setChosen(undefined));
  const selected = chosen?.filter((id) => records.some((record) => record.id === id)) ?? [];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button
          size="compact"
          aria-pressed={chosen !== undefined}
          onClick={() => setChosen(chosen ? undefined : [])}
        >
          {t(chosen ? 'eraser.batch.end' : 'eraser.batch.begin')}
        </Button>
        {chosen && (
          <>
            <Button size="compact" onClick={() => setChosen(records.map(({ id }) => id))}>
              {t('eraser.batch.all')}
            </Button>
            <Button
              size="compact"
              variant="primary"
              disabled={selected.length === 0}
              loading={busy}
              onClick={() => (inTrash ? restoreRecords(selected) : remove(selected))}
            >
              {t(inTrash ? 'eraser.batch.restore' : 'eraser.batch.remove', { count: selected.length })}
            </Button>
          </>
        )}
      </div>
      <RecordList
        records={records}
        lists={lists}
        level={2}
        isStill={inTrash || chosen !== undefined}
        choice={(record) =>
          chosen && (
            // The whole card is the checkbox label: easier to hit when selecting many.
            <label className="block size-full cursor-pointer rounded-card p-3">
              <input
                type="checkbox"
                aria-label={t('eraser.batch.choose', { title: record.title })}
                checked={chosen.includes(record.id)}
                onChange={({ target }) => setChosen(toggled(chosen, record.id, target.checked))}
                className="size-6 cursor-pointer accent-seal"
              />
            </label>
          )
        }
        foot={(record) =>
          inTrash ? (
            <div className={cx('grid gap-1 px-1.5', chosen && 'invisible')}>
              {record.gone_at && (
                <p className="text-ink-2 text-xs">
                  {t('eraser.card.goneAt', { date: formatDay(dayOf(record.gone_at), locale) })}
                </p>
              )}
              <Button
                size="compact"
                aria-label={t('eraser.card.restoreOf', { title: record.title })}
                onClick={() => restoreRecords([record.id])}
              >
                {t('eraser.card.restore')}
              </Button>
            </div>
          ) : (
            <div className={cx('flex', chosen && 'invisible')}>
              <IconButton
                label={t('eraser.card.edit', { title: record.title })}
                onClick={() => setOpened({ what: 'edit', record, open: true })}
              >
                <Pencil size="1.125rem" />
              </IconButton>
              {!record.is_taken_down && record.pages_done > 0 && record.copied_from === null && (
                <IconButton
                  label={t(record.is_shared ? 'eraser.card.unshare' : 'eraser.card.share', {
                    title: record.title,
                  })}
                  onClick={() => setOpened({ what: 'publish', record, open: true })}
                >
                  <Globe size="1.125rem" />
                </IconButton>
              )}
              <IconButton
                label={t('eraser.card.remove', { title: record.title })}
                onClick={() => remove([record.id])}
              >
                <Trash2 size="1.125rem" />
              </IconButton>
            </div>
          )
        }
      />
      {opened && (
        <Suspense>
          {opened.what === 'edit' ? (
            <EditSheet
              key={`${opened.record.id} ${opened.record.updated_at}`}
              open={opened.open}
              record={opened.record}
              lists={lists}
              onClose={() => setOpened({ ...opened, open: false })}
              onDone={revalidate}
            />
          ) : (
            <PublishSheet
              key={opened.record.id}
              open={opened.open}
              record={opened.record}
              onClose={() => setOpened({ ...opened, open: false })}
              onDone={revalidate}
            />
          )}
        </Suspense>
      )}
    </>
  );
}

function useRemoval(onDone: () => void) {
  const t = useTranslate();
  const removing = useAction({ refresh: true, toast: true });
  const { offer, restore, busy } = useUndo();
  const remove = (ids: readonly number[]) =>
    removing.run(async (api) => {
      await api('DELETE /api_ai/eraser/batch_delete', { query: { records: ids.join(',') } });
      onDone();
      offer(t('eraser.undo.removed', { count: ids.length }), { records: [...ids] });
    });
  const restoreRecords = async (ids: readonly number[]) => {
    if (await restore({ records: [...ids] })) onDone();
  };
  return { busy: busy || removing.busy, remove, restoreRecords };
}
