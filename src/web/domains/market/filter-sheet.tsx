import { useEffect, useState } from 'react';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { countWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import type { FilterChoices } from './filter-choices.ts';
import { FilterForm } from './filter-form.tsx';
import { type Filters, noFilters, type Tab } from './filters.ts';
import { countOf } from './load-list.ts';

type FilterSheetProps = {
  open: boolean;
  onClose: () => void;
  action: string;
  tab: Tab;
  gated: boolean;
  choices: FilterChoices;
  filters: Filters;
  onApply: (filters: Filters) => void;
};

/** The filters on a phone: chosen together, with the number of results, and applied by one button. */
export default function FilterSheet({ open, onClose, onApply, filters, ...form }: FilterSheetProps) {
  const t = useTranslate();
  const [draft, setDraft] = useState(filters);
  useEffect(() => {
    if (open) setDraft(filters);
  }, [open, filters]);
  const count = useCount(form.tab, draft, open);
  const apply = (chosen: Filters) => onApply({ ...chosen, sort: filters.sort });
  const show = showWords[form.tab][count === '1' ? 'one' : 'many'];
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('market.filterTitle')}
      footer={
        <div className="flex gap-3">
          <Button onClick={() => setDraft({ ...noFilters })}>{t('market.clear')}</Button>
          <Button variant="primary" type="submit" form="filter-sheet" className="grow">
            {count ? t(show, { count }) : t('market.showResults')}
          </Button>
        </div>
      }
    >
      <FilterForm {...form} id="filter-sheet" filters={draft} onChoose={setDraft} onSubmit={apply} />
    </Sheet>
  );
}

const showWords = {
  cases: { one: 'market.showCase', many: 'market.showCases' },
  tutors: { one: 'market.showTutor', many: 'market.showTutors' },
} as const;

const pauseMs = 250;

/** How many results a choice would have; undefined while that is not known. */
function useCount(tab: Tab, filters: Filters, open: boolean) {
  // Without an answer, the button has no number.
  const { value } = useRemote({
    key: JSON.stringify([tab, filters]),
    read: (api) => countOf(api, tab, filters),
    when: open,
    pauseMs,
  });
  return value && countWords(value.total, value.capped);
}
