import { useMemo, useState } from 'react';
import type { PracticeLevel, PracticeSubject } from '#shared/practice.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import type { PracticeFilter } from './use-practice.ts';

type KindRow = {
  kind: string;
  kind_name: string;
  subject: PracticeSubject;
  questions: Partial<Record<PracticeLevel, number>>;
};
const subjects: readonly PracticeSubject[] = ['mathematics', 'chinese', 'english'];
const levels: readonly PracticeLevel[] = ['primary', 'junior', 'senior'];

/** A select identifies its options by their position, from 1 on. */
const placed = (names: readonly string[]) => names.map((name, at) => ({ id: at + 1, name }));

type Props = { kinds: readonly KindRow[]; busy: boolean; onPractise: (wanted: PracticeFilter) => void };

/** Chooses what to practise: a subject, a level, a kind. Only what the bank has is offered. */
export function KindPicker({ kinds, busy, onPractise }: Props) {
  const t = useTranslate();
  const [subject, setSubject] = useState<PracticeSubject>('mathematics');
  const [level, setLevel] = useState<PracticeLevel | ''>('');
  const [kind, setKind] = useState('');
  const offered = kinds.filter(
    (one) => one.subject === subject && (level === '' || (one.questions[level] ?? 0) > 0),
  );
  const chosen = offered.some((one) => one.kind === kind) ? kind : '';
  const subjectNames = useMemo(
    () => optionsHtml(placed(subjects.map((id) => t(`practice.subjects.${id}`)))),
    [t],
  );
  const levelNames = useMemo(
    () =>
      optionsHtml([
        { id: '', name: t('practice.anyLevel') },
        ...placed(levels.map((id) => t(`practice.levels.${id}`))),
      ]),
    [t],
  );
  const kindNames = optionsHtml([
    { id: '', name: t('practice.anyKind') },
    ...placed(offered.map((one) => one.kind_name)),
  ]);

  const onSend = () => {
    if (!busy) onPractise({ subject, ...(level && { level }), ...(chosen && { kind: chosen }) });
  };
  return (
    <section aria-labelledby="picker" className="grid gap-3">
      <h2 id="picker" className="text-xl">
        {t('practice.pick')}
      </h2>
      <SendForm onSend={onSend} className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={t('practice.subject')}>
          <Select
            options={subjectNames}
            value={subjects.indexOf(subject) + 1}
            onChange={({ target }) => setSubject(subjects[Number(target.value) - 1] ?? 'mathematics')}
          />
        </Field>
        <Field label={t('practice.level')}>
          <Select
            options={levelNames}
            value={level === '' ? '' : levels.indexOf(level) + 1}
            onChange={({ target }) => setLevel(levels[Number(target.value) - 1] ?? '')}
          />
        </Field>
        <Field label={t('practice.kind')}>
          <Select
            options={kindNames}
            value={chosen === '' ? '' : offered.findIndex((one) => one.kind === chosen) + 1}
            onChange={({ target }) => setKind(offered[Number(target.value) - 1]?.kind ?? '')}
          />
        </Field>
        <Button type="submit" variant="primary" loading={busy}>
          {t('practice.start')}
        </Button>
      </SendForm>
    </section>
  );
}
