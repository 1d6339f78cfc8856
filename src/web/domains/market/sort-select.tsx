import { useEffect, useRef, useState } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { escaped } from '#web/ui/escaped.ts';
import { Select } from '#web/ui/forms/select.tsx';
import { type Sort, sorts } from './filters.ts';

/** The order of the list: a field of the filter form, standing above the list. */
export function SortSelect({ form, value }: { form: string; value: Sort }) {
  const t = useWords();
  const select = useRef<HTMLSelectElement>(null);
  // As first drawn; from then on the browser knows which is chosen.
  const [options] = useState(() =>
    sorts
      .map(
        (sort) =>
          `<option value="${sort}"${sort === value ? ' selected' : ''}>${escaped(t(`market.sorts.${sort}`))}`,
      )
      .join(''),
  );
  useEffect(() => {
    if (select.current) select.current.value = value;
  }, [value]);
  return (
    <div className="flex grow items-center gap-2 whitespace-nowrap lg:grow-0 text-ink-2 text-sm">
      <label htmlFor="sort" className="max-lg:sr-only">
        {t('market.sort')}
      </label>
      <Select
        className="grow"
        id="sort"
        ref={select}
        form={form}
        name="sort"
        // Outside of the form, which therefore does not hear of it.
        onChange={({ target }) => target.form?.dispatchEvent(new Event('change'))}
        options={options}
      />
    </div>
  );
}
