import Download from 'lucide-react/icons/download';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { EraseRecordDetail } from '#shared/eraser/eraser.ts';
import type { EraseExport } from '#shared/eraser/files.ts';
import { exportFileUrl } from '#shared/eraser/limits.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Notice, ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Progress } from '#web/ui/feedback/waiting.tsx';
import { fileSize } from '#web/ui/text.ts';
import { usePictures } from '../pictures.ts';
import { ExportFields, usualExport } from './export-options.tsx';
import { type Choice, PageChooser } from './page-chooser.tsx';
import { SheetPreview } from './sheet-preview.tsx';

type ExportDeskProps = { paper: EraseRecordDetail; loaded: EraseExport | undefined };

/** Export of one paper: choice of pages, layout, preview and the finished file. */
export function ExportPanel({ paper, loaded }: ExportDeskProps) {
  const t = useTranslate();
  const pictures = usePictures();
  const [, setSearchParams] = useSearchParams();
  const { busy, problem, run } = useAction();
  const { made, isOpen, setMade } = useExport(loaded);
  const [options, setOptions] = useState(usualExport);
  const [choices, setChoices] = useState<readonly Choice[]>(() =>
    paper.pages.filter(({ version }) => version > 0).map((page) => ({ page, isIn: true })),
  );
  const chosen = choices.filter(({ isIn }) => isIn).map(({ page }) => page);
  const view = options.view === 'erased' && options.whiten ? 'white' : options.view;
  const shown = useMemo(
    () =>
      choices
        .filter(({ isIn }) => isIn)
        .map(({ page: { id, version, width, height } }) => ({
          width,
          height,
          url: pictures.page(id, { view, size: 'thumb', version }),
        })),
    [choices, view, pictures.page],
  );
  const begin = () =>
    run(async (api) => {
      const body = { ...options, title: paper.title, pages: chosen.map(({ id }) => id) };
      const begun = await api('POST /api_ai/eraser/export', { body });
      setMade(begun);
      // Kept in the address for a reload.
      setSearchParams(
        { record: String(paper.id), export: String(begun.id) },
        { replace: true, preventScrollReset: true },
      );
    });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem_20rem]">
      <section aria-labelledby="export-pages">
        <h2 id="export-pages" className="mb-2 text-lg">
          {t('eraser.export.pages')}
        </h2>
        <PageChooser choices={choices} onChange={setChoices} />
      </section>
      <section aria-labelledby="export-options">
        <h2 id="export-options" className="mb-2 text-lg">
          {t('eraser.export.options')}
        </h2>
        <ExportFields options={options} onChange={(changes) => setOptions({ ...options, ...changes })} />
      </section>
      <section aria-labelledby="export-preview" className="grid gap-4 lg:sticky lg:top-[5.25rem]">
        <h2 id="export-preview" className="text-lg">
          {t('eraser.export.preview')}
        </h2>
        {options.format === 'pdf' ? (
          <SheetPreview pages={shown} options={options} />
        ) : (
          <p className="text-ink-2 text-sm">{t('eraser.export.zipOf', { count: chosen.length })}</p>
        )}
        <ProblemNotice>{problem}</ProblemNotice>
        <Button variant="primary" disabled={chosen.length === 0} loading={busy || isOpen} onClick={begin}>
          {t('eraser.export.make')}
        </Button>
        {made && <ExportStatus made={made} />}
      </section>
    </div>
  );
}

function ExportStatus({ made }: { made: EraseExport }) {
  const t = useTranslate();
  const { root } = useShell();
  const name = made.file_name;
  if (made.status === 'failed')
    return (
      <Notice tone="seal" role="alert">
        {t('eraser.export.failed')}
      </Notice>
    );
  if (made.status !== 'done')
    return (
      <div>
        <Progress
          label={t('eraser.export.making', { name })}
          value={made.pages === 0 ? 0 : Math.min(1, made.pages_done / made.pages)}
        />
        <p role="status" className="text-ink-2 text-sm">
          {t('eraser.export.making', { name })}
        </p>
      </div>
    );
  return (
    <Notice tone="jade" role="status" className="grid gap-2">
      <p>
        {t('eraser.export.done', { name })}
        {made.byte_size !== null && ` · ${fileSize(made.byte_size)}`}
      </p>
      <a
        href={(root?.settings.apiAiBase ?? '') + exportFileUrl(made.id)}
        download={name}
        className={buttonClass('primary')}
      >
        <Download size="1.125rem" />
        {t('eraser.export.download')}
      </a>
    </Notice>
  );
}

const pollMs = 2000;

const isUnderWay = (made: EraseExport | undefined) =>
  made?.status === 'waiting' || made?.status === 'running';

/** An export, kept up to date while it is made. */
function useExport(loaded: EraseExport | undefined) {
  const [begun, setMade] = useState(loaded);
  const id = begun?.id ?? 0;
  const { value } = useRemote({
    key: id,
    loaded: begun,
    read: (api) => api('GET /api_ai/eraser/export/{id}', { params: { id } }),
    on: ['export'],
    about: (event) => event.kind === 'export' && event.export === id,
    every: (made) => (isUnderWay(made) ? pollMs : undefined),
    when: begun !== undefined,
  });
  return { made: value, isOpen: isUnderWay(value), setMade };
}
