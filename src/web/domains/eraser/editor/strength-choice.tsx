import { useId } from 'react';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { type Strength, strengths } from '#shared/eraser/limits.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import { usePictures } from '../pictures.ts';

type StrengthChoiceProps = {
  page: Pick<ImageRecord, 'id' | 'strengths_of'>;
  value: Strength;
  busy: boolean;
  onChange: (strength: Strength) => void;
  /** Also shows a preview of each strength, and what the chosen one does. */
  full?: boolean;
};

/** The three strengths of one run; the page is switched at once. */
export function StrengthChoice({ page, value, busy, onChange, full = false }: StrengthChoiceProps) {
  const t = useTranslate();
  const pictures = usePictures();
  const name = useId();
  const { id, strengths_of: version } = page;
  return (
    <fieldset aria-busy={busy} className="min-w-0">
      <legend className={full ? 'mb-2 font-bold font-serif text-base' : 'sr-only'}>
        {t('editor.strength.title')}
      </legend>
      <div className="grid grid-cols-3 gap-2">
        {strengths.map((strength) => (
          <label
            key={strength}
            className={cx(
              'relative grid min-h-11 cursor-pointer content-center justify-items-center overflow-hidden rounded-card border text-sm has-focus-visible:outline-2 has-focus-visible:outline-seal',
              strength === value
                ? 'border-seal bg-seal-soft font-semibold'
                : 'border-line bg-sheet hover:border-ink-2',
            )}
          >
            <input
              type="radio"
              name={name}
              value={strength}
              checked={strength === value}
              onChange={() => onChange(strength)}
              className="absolute opacity-0"
            />
            {full && (
              <img
                src={pictures.page(id, { view: 'erased', size: 'screen', version, strength })}
                alt=""
                decoding="async"
                className="h-32 w-full bg-[#ffffff] object-cover object-top"
              />
            )}
            <span className="py-1.5">{t(`editor.strength.${strength}`)}</span>
          </label>
        ))}
      </div>
      {full && (
        <>
          <p className="mt-2 text-sm">{t(`editor.strength.${value}Text`)}</p>
          <p className="mt-1 text-ink-2 text-sm">{t('editor.strength.note')}</p>
        </>
      )}
    </fieldset>
  );
}
