import Search from 'lucide-react/icons/search';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { type Lists, subjectOf, subjectOptions } from '../lists.ts';
import { sorts, type View } from './view.ts';

type LibraryFiltersProps = { view: View; lists: Lists; onChange: (changes: Partial<View>) => void };

/** Filter form; works without JavaScript, too. */
export function LibraryFilters({ view, lists, onChange }: LibraryFiltersProps) {
  const t = useTranslate();
  const { href } = useShell();
  // Shared papers are always sorted by latest first.
  const hasOrder = view.tab !== 'shared';
  const any = { id: '' as const, name: t('eraser.library.any') };
  return (
    <form
      action={href('/test-paper')}
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() });
      }}
      className={cx(
        'my-4 grid items-end gap-x-2 gap-y-3 lg:gap-3',
        hasOrder ? 'grid-cols-3 lg:grid-cols-[1fr_1fr_10rem_2fr]' : 'grid-cols-2 lg:grid-cols-[1fr_1fr_2fr]',
      )}
    >
      <input type="hidden" name="tab" value={view.tab} />
      <Field label={t('eraser.tags.grade')}>
        <Select
          name="grade"
          value={view.grade || ''}
          onChange={({ target }) => onChange({ grade: Number(target.value) })}
          options={optionsHtml([any, ...lists.grades])}
        />
      </Field>
      <Field label={t('eraser.tags.subject')}>
        <Select
          name="subject"
          value={view.major || -view.other || ''}
          onChange={({ target }) => {
            const { major_subject_id, other_subject_id } = subjectOf(Number(target.value));
            onChange({ major: major_subject_id ?? 0, other: other_subject_id ?? 0 });
          }}
          options={optionsHtml([any]) + subjectOptions(lists, view.grade || null, view.major || -view.other)}
        />
      </Field>
      {hasOrder && (
        <Field label={t('eraser.library.sort')}>
          <Select
            value={sorts.indexOf(view.sort)}
            onChange={({ target }) => onChange({ sort: sorts[Number(target.value)] ?? 'newest' })}
            options={sorts
              .map((sort, index) => `<option value=${index}>${t(`eraser.library.sorts.${sort}`)}`)
              .join('')}
          />
        </Field>
      )}
      <div className="flex items-end gap-2 max-lg:col-span-full">
        <Field label={t('eraser.library.search')} className="grow">
          <Input
            key={view.search}
            type="search"
            name="search"
            maxLength={60}
            defaultValue={view.search}
            placeholder={t('eraser.library.searchHint')}
          />
        </Field>
        <Button type="submit" aria-label={t('eraser.library.find')} className="px-3">
          <Search size="1.125rem" />
        </Button>
      </div>
    </form>
  );
}
