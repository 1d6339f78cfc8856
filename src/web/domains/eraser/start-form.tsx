import { useEffect, useRef, useState } from 'react';
import type { AiUserInfo } from '#shared/accounts.ts';
import type { EraseTask } from '#shared/eraser/eraser.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { dropDraft, newKey, readDraft, writeDraft } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice, ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { CheckChoices } from '#web/ui/forms/choices.tsx';
import { pagesLeft } from './allowance.tsx';
import { type Lists, pageWords } from './lists.ts';
import { noTags, TagFields, type Tags, tagsBody } from './tag-fields.tsx';
import { pagesOf, taskFiles, type Upload } from './upload/uploads.ts';

const optionNames = ['student_ink', 'teacher_marks', 'whiten', 'crop'] as const;
type OptionName = (typeof optionNames)[number];
const defaultOptions: OptionName[] = ['student_ink', 'teacher_marks', 'crop'];

type StartFormProps = {
  items: readonly Upload[];
  lists: Lists;
  owner: number;
  allowance: AiUserInfo;
  onStarted: (task: EraseTask) => void;
};
type FormValues = { tags: Tags; options: OptionName[] };
const draftName = 'erase-form';

/** Tags, options and the start button. Input is saved as a draft on this device. */
export function StartForm({ items, lists, owner, allowance, onStarted }: StartFormProps) {
  const t = useTranslate();
  const { busy, problem, fields, run } = useAction();
  const [saved, setSaved] = useState<FormValues>({ tags: noTags, options: defaultOptions });
  // Pressing start twice with the same files and input creates one task.
  const sent = useRef({ form: '', key: '' });
  useEffect(() => {
    const draft = readDraft<FormValues>(draftName, owner);
    if (draft) setSaved(draft.values);
  }, [owner]);
  const update = (changes: Partial<FormValues>) => {
    const values = { ...saved, ...changes };
    setSaved(values);
    writeDraft(draftName, { owner, key: '', version: null, values });
  };

  const ready = items.filter(({ state }) => state === 'ready');
  const open = items.filter(({ state }) => ['waiting', 'hashing', 'sending'].includes(state)).length;
  const stopped = items.filter(({ state }) => ['failed', 'lost', 'refused'].includes(state)).length;
  const pages = ready.reduce((sum, item) => sum + pagesOf(item), 0);
  const left = pagesLeft(allowance, saved.tags.paper_type);
  const isTooMany = pages > eraserLimits.pagesOfTask;
  const canStart = ready.length > 0 && open === 0 && !isTooMany;
  const titleHint = ready[0]?.name.replace(/\.\w{1,5}$/, '');

  const start = () =>
    run(async (api) => {
      const form = {
        files: ready.flatMap(taskFiles),
        options: Object.fromEntries(
          optionNames.map((name) => [name, saved.options.includes(name)]),
        ) as Record<OptionName, boolean>,
        tags: tagsBody({
          ...saved.tags,
          title:
            saved.tags.title.trim() || (titleHint ?? '').slice(0, eraserLimits.titleLength).toWellFormed(),
        }),
      };
      const text = JSON.stringify(form);
      if (sent.current.form !== text) sent.current = { form: text, key: newKey() };
      const task = await api('POST /api_ai/eraser/erase_trace_task', {
        body: { ...form, idempotency_key: sent.current.key },
      });
      sent.current = { form: '', key: '' };
      dropDraft(draftName);
      onStarted(task);
    });

  return (
    <div className="grid gap-4 rounded-card border border-line bg-sheet p-4 lg:p-5">
      <TagFields
        lists={lists}
        tags={saved.tags}
        onChange={(changes) => update({ tags: { ...saved.tags, ...changes } })}
        fields={fields}
        {...(titleHint && { titleHint })}
      />
      <CheckChoices
        legend={t('eraser.options.legend')}
        layout="grid grid-cols-2 gap-2 lg:grid-cols-4"
        options={optionNames.map((id) => ({ id, name: t(`eraser.options.${id}`) }))}
        value={saved.options}
        onChange={(options) => update({ options })}
      />
      <ProblemNotice>{problem}</ProblemNotice>
      {isTooMany && (
        <Notice role="alert">{t('eraser.start.tooMany', { pages, most: eraserLimits.pagesOfTask })}</Notice>
      )}
      {left !== undefined && pages > left && (
        <Notice role="alert">
          {t('eraser.start.notEnough', { pages: pageWords(t, pages), left: pageWords(t, left) })}
        </Notice>
      )}
      {stopped > 0 && ready.length > 0 && open === 0 && (
        <p className="text-ink-2 text-sm">{t('eraser.start.without', { count: stopped })}</p>
      )}
      <Button variant="primary" loading={busy} disabled={!canStart} onClick={start}>
        {open > 0
          ? t('eraser.start.waiting', { count: open })
          : t('eraser.start.start', { pages: pageWords(t, pages) })}
      </Button>
    </div>
  );
}
