import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';
import { addCompared, type Compared, mostCompared, removeCompared, useCompared } from './store.ts';

/** Chooses a tutor for the comparison; a fourth is refused with the way out. */
export function CompareTick({ of }: { of: Compared }) {
  const t = useTranslate();
  const toast = useToast();
  const checked = useCompared().some(({ id }) => id === of.id);
  const turn = () => {
    if (checked) removeCompared(of.id);
    else if (!addCompared(of)) toast.info(t('compare.full', { most: mostCompared }));
  };
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-ink-2 text-sm hover:text-ink">
      <input
        type="checkbox"
        checked={checked}
        onChange={turn}
        aria-label={t('compare.choose', { name: of.name })}
        className="size-4.5 accent-seal"
      />
      {t('compare.tick')}
    </label>
  );
}
