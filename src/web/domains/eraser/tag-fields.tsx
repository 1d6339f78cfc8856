import { useState } from 'react';
import { eraserLimits, type PaperType, paperTypes } from '#shared/eraser/limits.ts';
import { useSchoolSearch } from '#web/domains/reference/school-search.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Combobox, type Found } from '#web/ui/forms/combobox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input, NumberInput } from '#web/ui/forms/input.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { type Lists, subjectNotAt, subjectOf, subjectOptions, subjectValue } from './lists.ts';

export type Tags = {
  title: string;
  paper_type: PaperType;
  grade_id: number | null;
  major_subject_id: number | null;
  other_subject_id: number | null;
  school: Found | null;
  school_name: string;
  year: number | null;
};

export const noTags: Tags = {
  title: '',
  paper_type: 'exercise',
  grade_id: null,
  major_subject_id: null,
  other_subject_id: null,
  school: null,
  school_name: '',
  year: null,
};

/** Tags as a request body; an empty title is left to the server. */
export const tagsBody = ({ title, school, year, ...tags }: Tags) => ({
  ...tags,
  ...(title.trim() && { title: title.trim() }),
  school_id: school?.id ?? null,
  school_name: school ? '' : tags.school_name,
  year,
});

type TagFieldsProps = {
  lists: Lists;
  tags: Tags;
  onChange: (changes: Partial<Tags>) => void;
  fields: Record<string, string>;
  /** Title used when the field is empty. */
  titleHint?: string;
  /** Also shows school and year. */
  full?: boolean;
};

/** Fields for the title and tags of a paper. */
export function TagFields({ lists, tags, onChange, fields, titleHint, full = false }: TagFieldsProps) {
  const t = useTranslate();
  const findSchool = useSchoolSearch();
  const [dropped, setDropped] = useState('');
  const chooseGrade = (grade_id: number | null) => {
    const gone = subjectNotAt(lists, grade_id, subjectValue(tags));
    setDropped(gone ?? '');
    onChange({ grade_id, ...(gone && subjectOf(0)) });
  };
  return (
    <div className="grid gap-4">
      <Field label={t('eraser.tags.title')} error={fields.title} written={tags.title} optional={!full}>
        <Input
          maxLength={eraserLimits.titleLength}
          value={tags.title}
          placeholder={titleHint}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </Field>
      <RadioChoices
        legend={t('eraser.tags.paperType')}
        layout="grid grid-cols-3 gap-2"
        options={paperTypes.map((id) => ({ id, name: t(`eraser.paperType.${id}`) }))}
        value={tags.paper_type}
        onChange={(paper_type) => onChange({ paper_type })}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <Field label={t('eraser.tags.grade')} error={fields.grade_id} optional>
          <Select
            value={tags.grade_id ?? ''}
            onChange={({ target }) => chooseGrade(Number(target.value) || null)}
            options={optionsHtml([{ id: '', name: t('eraser.tags.none') }, ...lists.grades])}
          />
        </Field>
        <Field
          label={t('eraser.tags.subject')}
          error={fields.major_subject_id ?? fields.other_subject_id}
          help={dropped && t('eraser.tags.subjectDropped', { subject: dropped })}
          optional
        >
          <Select
            value={subjectValue(tags) || ''}
            onChange={({ target }) => {
              setDropped('');
              onChange(subjectOf(Number(target.value)));
            }}
            options={
              optionsHtml([{ id: '', name: t('eraser.tags.none') }]) +
              subjectOptions(lists, tags.grade_id, subjectValue(tags))
            }
          />
        </Field>
        {full && (
          <>
            <Field label={t('eraser.tags.school')} error={fields.school_id ?? fields.school_name} optional>
              <Combobox
                value={tags.school}
                onChange={(school) => onChange({ school })}
                search={findSchool}
                placeholder={t('eraser.tags.schoolHint')}
              />
            </Field>
            <Field label={t('eraser.tags.year')} error={fields.year} optional>
              <NumberInput maxLength={4} value={tags.year} onChange={(year) => onChange({ year })} />
            </Field>
          </>
        )}
      </div>
    </div>
  );
}
