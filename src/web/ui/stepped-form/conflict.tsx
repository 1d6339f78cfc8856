import { useState } from 'react';
import type { Draft } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '../button.tsx';
import { Notice } from '../feedback/notice.tsx';
import type { SummaryRow, SummarySection } from './summary-list.tsx';

type Saved<Values> = { values: Values; version: number };

/** The state and actions for a draft that is older than the version on the server. */
export function useNewer<Values>(
  draft: Pick<Draft<Values>, 'values' | 'version' | 'aside'> & {
    set: (change: Partial<Draft<Values>>) => void;
  },
  saved: Saved<Values> | undefined,
) {
  const [newer, setNewer] = useState(() =>
    saved && (draft.version ?? 0) < saved.version ? saved : undefined,
  );
  return {
    newer,
    found: setNewer,
    loadNewer() {
      if (!newer) return;
      draft.set({ values: newer.values, version: newer.version, aside: draft.values });
      setNewer(undefined);
    },
    keepMine() {
      if (!newer) return;
      draft.set({ version: newer.version });
      setNewer(undefined);
    },
    takeBack() {
      if (draft.aside) draft.set({ values: draft.aside, aside: undefined });
    },
    dropAside: () => draft.set({ aside: undefined }),
  };
}

type ConflictNoticeProps = {
  mine: readonly SummarySection[];
  newer: readonly SummarySection[];
  onLoadNewer: () => void;
  onKeepMine: () => void;
};

/** Another user or tab has changed the same record: shows the differences; nothing typed is lost either way. */
export function ConflictNotice({ mine, newer, onLoadNewer, onKeepMine }: ConflictNoticeProps) {
  const t = useTranslate();
  const differences = differing(rowsOf(mine), rowsOf(newer));
  return (
    <Notice role="alert">
      <p className="font-semibold">{t('form.conflictTitle')}</p>
      <p>{t('form.conflictText')}</p>
      {differences.length > 0 && (
        <ul className="mt-2 grid list-disc gap-1 pl-5">
          {differences.map(({ label, mine: ours, newer: theirs }) => (
            <li key={label}>{t('form.conflictField', { label, mine: ours || '—', newer: theirs || '—' })}</li>
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onLoadNewer}>{t('form.conflictLoad')}</Button>
        <Button onClick={onKeepMine}>{t('form.conflictKeep')}</Button>
      </div>
    </Notice>
  );
}

/** Offers to restore the input that was set aside for the newer version. */
export function AsideNotice({
  text,
  takeBack,
  onTakeBack,
  onDrop,
}: {
  text?: string | undefined;
  takeBack?: string | undefined;
  onTakeBack: () => void;
  onDrop: () => void;
}) {
  const t = useTranslate();
  return (
    <Notice tone="jade">
      <p>{text ?? t('form.asideText')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onTakeBack}>{takeBack ?? t('form.asideTakeBack')}</Button>
        <Button variant="quiet" onClick={onDrop}>
          {t('form.asideDrop')}
        </Button>
      </div>
    </Notice>
  );
}

const rowsOf = (sections: readonly SummarySection[]) =>
  new Map(sections.flatMap(({ title, rows }) => rows.map((row) => [`${title} ${row.label}`, row] as const)));

function differing(mine: Map<string, SummaryRow>, newer: Map<string, SummaryRow>) {
  return [...new Set([...mine.keys(), ...newer.keys()])].flatMap((key) => {
    const [ours, theirs] = [mine.get(key), newer.get(key)];
    if (ours?.value === theirs?.value) return [];
    return [{ label: (ours ?? theirs)?.label ?? key, mine: ours?.value ?? '', newer: theirs?.value ?? '' }];
  });
}
