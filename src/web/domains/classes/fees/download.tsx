import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { formatMonth, type Month } from '#shared/hong-kong.ts';
import { fetchFile, saveFile } from '#web/ground/api/save-file.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';

type FeeFile = { path: string; name: string };

/** Saves a file of the API, one at a time. */
export function useDownload() {
  const { root, locale } = useShell();
  const { busy, problem, run } = useAction();
  const [chosen, setChosen] = useState('');
  return {
    problem,
    isLoading: (path: string) => busy && chosen === path,
    save({ path, name }: FeeFile) {
      setChosen(path);
      return run(async (api) => {
        const url = `${root?.settings.apiBase ?? ''}${path}`;
        const response = await fetchFile(api, url, { headers: { 'accept-language': locale } });
        saveFile(name, await response.blob());
      });
    },
  };
}

type DownloadButtonsProps = { label: string; files: readonly FeeFile[]; month: Month };

export function DownloadButtons({ label, files, month }: DownloadButtonsProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const { problem, isLoading, save } = useDownload();
  return (
    <section aria-label={label} className="grid gap-2">
      <ProblemNotice>{problem}</ProblemNotice>
      <div className="flex flex-wrap gap-2">
        {files.map((file) => (
          <Button key={file.path} loading={isLoading(file.path)} onClick={() => void save(file)}>
            <Download className="size-4" />
            {t(file.name.endsWith('.pdf') ? 'fees.pdf' : 'fees.csv', { month: formatMonth(month, locale) })}
          </Button>
        ))}
      </div>
    </section>
  );
}
