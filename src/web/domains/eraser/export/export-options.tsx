import type { ExportOptions } from '#shared/eraser/files.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { CheckRow } from '#web/ui/forms/check-row.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { pageWords } from '../lists.ts';

export const usualExport: ExportOptions = {
  format: 'pdf',
  view: 'erased',
  whiten: true,
  size: 'fit',
  orientation: 'auto',
  margin: 10,
  per_sheet: 1,
  page_numbers: false,
  name_line: false,
  text_layer: false,
};

const margins = [0, 5, 10, 15, 20, 30, 40];
const marks = ['page_numbers', 'name_line', 'text_layer'] as const;

type ExportFieldsProps = { options: ExportOptions; onChange: (changes: Partial<ExportOptions>) => void };

/** File format and page layout. */
export function ExportFields({ options, onChange }: ExportFieldsProps) {
  const t = useTranslate();
  const isPdf = options.format === 'pdf';
  return (
    <div className="grid gap-4">
      <RadioChoices
        legend={t('eraser.export.format')}
        layout="grid grid-cols-2 gap-2"
        options={(['pdf', 'zip'] as const).map((id) => ({ id, name: t(`eraser.export.formats.${id}`) }))}
        value={options.format}
        onChange={(format) => onChange({ format })}
      />
      <RadioChoices
        legend={t('eraser.export.view')}
        layout="grid grid-cols-2 gap-2"
        options={(['erased', 'original'] as const).map((id) => ({
          id,
          name: t(`eraser.export.views.${id}`),
        }))}
        value={options.view}
        onChange={(view) => onChange({ view })}
      />
      {options.view === 'erased' && (
        <CheckRow
          label={t('eraser.export.whiten')}
          help={t('eraser.export.whitenHelp')}
          checked={options.whiten}
          onChange={({ target }) => onChange({ whiten: target.checked })}
        />
      )}
      {isPdf && (
        <>
          <RadioChoices
            legend={t('eraser.export.perSheet')}
            layout="grid grid-cols-3 gap-2"
            options={([1, 2, 4] as const).map((id) => ({
              id,
              name: pageWords(t, id),
            }))}
            value={options.per_sheet}
            onChange={(per_sheet) => onChange({ per_sheet })}
          />
          <RadioChoices
            legend={t('eraser.export.size')}
            layout="grid grid-cols-2 gap-2"
            options={(['fit', 'true'] as const).map((id) => ({ id, name: t(`eraser.export.sizes.${id}`) }))}
            value={options.size}
            onChange={(size) => onChange({ size })}
          />
          <div className="grid grid-cols-2 gap-3">
            <Field label={t('eraser.export.margin')}>
              <Select
                value={margins.indexOf(options.margin)}
                onChange={({ target }) => onChange({ margin: margins[Number(target.value)] ?? 10 })}
                options={margins.map((margin, at) => `<option value=${at}>${margin} mm`).join('')}
              />
            </Field>
            <Field label={t('eraser.export.orientation')}>
              <Select
                value={orientations.indexOf(options.orientation) + 1}
                onChange={({ target }) =>
                  onChange({ orientation: orientations[Number(target.value) - 1] ?? 'auto' })
                }
                options={optionsHtml(
                  orientations.map((one, at) => ({
                    id: at + 1,
                    name: t(`eraser.export.orientations.${one}`),
                  })),
                )}
              />
            </Field>
          </div>
          <div>
            {marks.map((mark) => (
              <CheckRow
                key={mark}
                label={t(`eraser.export.${mark}`)}
                help={mark === 'text_layer' ? t('eraser.export.text_layerHelp') : undefined}
                checked={options[mark]}
                onChange={({ target }) => onChange({ [mark]: target.checked })}
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

const orientations = ['auto', 'portrait', 'landscape'] as const;
