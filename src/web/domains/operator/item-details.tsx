import type { ReactNode } from 'react';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Card } from '#web/ui/card.tsx';
import { fileSize } from '#web/ui/file-size.ts';
import { plainValue } from './format.ts';
import { Facts, Moment, wordFor } from './parts.tsx';

/** What a domain tells of an item, each by its own name. */
export function ItemDetails({ kind, details }: { kind: string; details: Record<string, unknown> }) {
  const t = useWords();
  // Where the file is, is for the part that shows it.
  const given = Object.entries(details).filter(([name]) => name !== 'file');
  return (
    <Card as="section">
      <h2 className="text-lg">{t('operator.queue.details')}</h2>
      {given.length === 0 ? (
        <p className="mt-1 text-ink-2 text-sm">{t('operator.queue.noDetails')}</p>
      ) : (
        <Facts
          facts={given.map(([name, value]) => ({
            label: wordFor(t, `operator.details.${name}`, name),
            value: shownValue(t, kind, name, value),
          }))}
        />
      )}
    </Card>
  );
}

function shownValue(t: Translate, kind: string, name: string, value: unknown): ReactNode {
  if (typeof value === 'string' && name.endsWith('_at')) return <Moment at={value} />;
  if (typeof value === 'number' && name === 'byte_size') return fileSize(value);
  const plain = plainValue(value);
  return wordFor(t, `operator.detailWords.${kind}.${plain}`, plain);
}
