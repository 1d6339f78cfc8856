import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { groupsHtml, optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';

type SelectFieldProps = {
  path: string;
  label: string;
  optional?: boolean;
  list?: readonly { id: number; name: string }[];
  groups?: Parameters<typeof groupsHtml>[0];
  value: number | null;
  onChange: (id: number | null) => void;
  error: string | undefined;
};

/** One item of a reference list, or of a list under headings. */
export function SelectField({ path, list = [], groups = [], value, onChange, ...field }: SelectFieldProps) {
  const t = useTranslate();
  return (
    <Field id={fieldId(path)} {...field}>
      <Select
        value={value ?? ''}
        onChange={({ target }) => onChange(Number(target.value) || null)}
        options={optionsHtml([{ id: '', name: t('home.choose') }, ...list]) + groupsHtml(groups)}
      />
    </Field>
  );
}
