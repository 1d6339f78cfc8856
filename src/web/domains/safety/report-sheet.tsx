import X from 'lucide-react/icons/x';
import { useId, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { ReportKind, reportKinds } from '#shared/safety/reports.ts';
import { postForm } from '#web/ground/api/post-form.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { CheckRow } from '#web/ui/forms/check-row.tsx';
import { CheckChoices, RadioChoices } from '#web/ui/forms/choices.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';
import type { Reportable } from './reportable.ts';

// Importing the values of the contract would bundle zod; their types keep these in step.
const kinds: typeof reportKinds = [
  'child_safety',
  'harassment',
  'scam',
  'false_details',
  'contact_details',
  'spam',
  'copyright',
  'other',
];
const mostPictures = 4;
const mostMessages = 20;
const longestWords = 500;
const pictureTypes = 'image/jpeg,image/png,image/webp';
const linkClass = 'underline underline-offset-4 hover:text-seal';

type Outcome = 'reported' | 'both' | 'blocked';
type ReportSheetProps = Reportable & { open: boolean; onClose: () => void };

/** The same sheet at every place: what is wrong, in words and pictures, and whether to block. */
export default function ReportSheet({ open, onClose, ...reportable }: ReportSheetProps) {
  const t = useTranslate();
  const { href } = useShell();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [outcome, setOutcome] = useState<Outcome>();
  const { at, leaveTo } = reportable;
  const close = () => {
    onClose();
    if (!outcome) return;
    setOutcome(undefined);
    if (outcome !== 'reported' && leaveTo) void navigate(href(leaveTo), { replace: true });
    else void revalidate();
  };
  if (outcome)
    return (
      <Sheet
        open={open}
        onClose={close}
        title={t(outcome === 'blocked' ? 'report.blockedTitle' : 'report.doneTitle')}
        footer={
          <Button variant="primary" className="w-full" onClick={close}>
            {t('report.close')}
          </Button>
        }
      >
        <div role="status" className="grid gap-3">
          {outcome !== 'blocked' && <p>{t('report.doneText')}</p>}
          {outcome !== 'reported' && <p>{t('report.blockedText')}</p>}
          {at.place === 'shared_thread' && outcome !== 'reported' && <p>{t('report.ownCopy')}</p>}
        </div>
      </Sheet>
    );
  return <ReportForm open={open} onClose={onClose} onDone={setOutcome} {...reportable} />;
}

type ReportFormProps = ReportSheetProps & { onDone: (outcome: Outcome) => void };

function ReportForm({ open, onClose, onDone, ...reportable }: ReportFormProps) {
  const t = useTranslate();
  const formId = useId();
  const { at, messages = [] } = reportable;
  const ask = useMessageBox();
  const [kind, setKind] = useState<ReportKind | null>(null);
  const [words, setWords] = useState('');
  const [pictures, setPictures] = useState<File[]>([]);
  const [chosen, setChosen] = useState<number[]>([]);
  const [block, setBlock] = useState(false);
  const { busy, problem, fields, refuse, report, blockOnly } = useSending(reportable, onDone);
  const send = () => {
    const missing: Record<string, string> = {};
    if (kind === null) missing.kind = t('report.kindNeeded');
    if (words.trim() === '') missing.words = t('report.wordsNeeded');
    if (kind === null || missing.words) return refuse(missing);
    return report({ kind, words, messages: chosen, block }, pictures);
  };
  const askToBlock = async () => {
    const sure = await ask({
      title: t('report.blockTitle'),
      message: `${t('report.blockHelp')}${t('report.blockCloses')}`,
      confirmLabel: t('report.block'),
      cancelLabel: t('report.notYet'),
    });
    if (sure) await blockOnly();
  };
  const shownKinds = kinds.filter((one) => one !== 'copyright' || at.place === 'shared_paper');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('report.title')}
      description={t('report.lead')}
      footer={
        <div className="grid gap-2 lg:flex lg:flex-row-reverse">
          <Button type="submit" form={formId} variant="primary" loading={busy}>
            {t('report.send')}
          </Button>
          <Button loading={busy} onClick={() => void askToBlock()}>
            {t('report.blockOnly')}
          </Button>
        </div>
      }
    >
      <SendForm id={formId} onSend={send} className="grid gap-5">
        <ProblemNotice>{problem}</ProblemNotice>
        <RadioChoices
          legend={t('report.kind')}
          error={kind === null ? fields.kind : undefined}
          layout="grid grid-cols-2 gap-2"
          options={shownKinds.map((id) => ({ id, name: t(`report.kinds.${id}`) }))}
          value={kind}
          onChange={setKind}
        />
        {kind === 'child_safety' && <p className="text-sm">{t('report.danger')}</p>}
        {messages.length > 0 && (
          <CheckChoices
            legend={t('report.messages')}
            help={t('report.messagesHelp')}
            layout="grid max-h-56 gap-2 overflow-y-auto"
            options={messages.map(({ id, text }) => ({
              id,
              name: <span className="line-clamp-2 text-left">{text}</span>,
            }))}
            value={chosen}
            onChange={(ids) => setChosen(ids.slice(0, mostMessages))}
          />
        )}
        <Field
          label={t('report.words')}
          help={t('report.wordsHelp')}
          error={words.trim() === '' ? fields.words : undefined}
        >
          <Textarea
            maxLength={longestWords}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </Field>
        <Pictures files={pictures} onChange={setPictures} />
        <div>
          <CheckRow
            label={t('report.alsoBlock')}
            help={`${t('report.blockHelp')}${t('report.blockCloses')}`}
            checked={block}
            onChange={({ target }) => setBlock(target.checked)}
          />
          <ClassNote />
        </div>
      </SendForm>
    </Sheet>
  );
}

/** A block does not end a class; whether there is one is not told here, as it could tell who wrote a review. */
function ClassNote() {
  const t = useTranslate();
  const { href } = useShell();
  return (
    <p className="pl-8 text-ink-2 text-xs">
      {t('report.classGoesOn')}{' '}
      <AppLink to={href('/my-tutoring')} className={linkClass}>
        {t('report.toTutoring')}
      </AppLink>
    </p>
  );
}

function Pictures({ files, onChange }: { files: File[]; onChange: (files: File[]) => void }) {
  const t = useTranslate();
  return (
    <div className="grid gap-2">
      <p className="font-semibold text-sm">
        {t('report.pictures', { most: mostPictures })}
        <span className="ml-2 font-normal text-ink-2">{t('report.optional')}</span>
      </p>
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {files.map((file) => (
            <Picture
              key={`${file.name} ${file.size} ${file.lastModified}`}
              file={file}
              onRemove={() => onChange(files.filter((one) => one !== file))}
            />
          ))}
        </ul>
      )}
      {files.length < mostPictures && (
        <FileButton
          accept={pictureTypes}
          multiple
          size="compact"
          className="justify-self-start"
          onFiles={(added) => onChange([...files, ...added].slice(0, mostPictures))}
        >
          {t('report.addPicture')}
        </FileButton>
      )}
    </div>
  );
}

function Picture({ file, onRemove }: { file: File; onRemove: () => void }) {
  const t = useTranslate();
  const url = useObjectUrl(file);
  return (
    <li className="relative">
      <img src={url} alt={file.name} className="size-20 rounded-card border border-line object-cover" />
      <button
        type="button"
        onClick={onRemove}
        aria-label={t('report.removePicture', { name: file.name })}
        className="-top-2 -right-2 absolute grid size-8 cursor-pointer place-items-center rounded-full border border-line bg-sheet"
      >
        <X className="size-4" />
      </button>
    </li>
  );
}

type Given = { kind: ReportKind; words: string; messages: number[]; block: boolean };

/** The report first, then its pictures: what failed is sent again by the same button, and counts once. */
function useSending({ at, side = 'product' }: Reportable, onDone: (outcome: Outcome) => void) {
  const { root, locale } = useShell();
  const action = useAction();
  const [sent, setSent] = useState<readonly File[]>([]);
  const bases = { base: root?.settings.apiBase ?? '', aiBase: root?.settings.apiAiBase ?? '' };
  const addPicture = async (id: number, file: File) => {
    const form = new FormData();
    form.set('file', file, 'picture');
    const path = `${side === 'ai' ? '/api_ai/user' : '/api/users'}/reports/${id}/pictures`;
    const { signal } = new AbortController();
    await postForm({ bases, path, face: side, locale, form, onProgress: () => {}, signal });
  };
  return {
    ...action,
    report: (given: Given, pictures: readonly File[]) =>
      action.run(
        async (api) => {
          const body = { ...at, ...given };
          const { report_id } =
            side === 'ai'
              ? await api('POST /api_ai/user/reports', { body })
              : await api('POST /api/users/reports', { body });
          const done = [...sent];
          for (const file of pictures) {
            if (done.includes(file)) continue;
            await addPicture(report_id, file);
            done.push(file);
            setSent([...done]);
          }
        },
        () => onDone(given.block ? 'both' : 'reported'),
      ),
    blockOnly: () =>
      action.run(
        (api) =>
          side === 'ai'
            ? api('POST /api_ai/user/blocks', { body: at })
            : api('POST /api/users/blocks', { body: at }),
        () => onDone('blocked'),
      ),
  };
}
