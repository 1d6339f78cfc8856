import type { SharedRecord } from '#shared/eraser/sharing.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { Lists } from '../lists.ts';
import { usePictures } from '../pictures.ts';
import { cardGrid, RecordFrame } from '../record-list.tsx';

/** Exercises that their owners show to everybody. */
export function SharedList({ records, lists }: { records: readonly SharedRecord[]; lists: Lists }) {
  const t = useWords();
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
