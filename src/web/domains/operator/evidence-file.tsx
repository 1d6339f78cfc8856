import ExternalLink from 'lucide-react/icons/external-link';
import { useEffect, useState } from 'react';
import type { Api } from '#web/ground/api/api.ts';
import { fetchFile } from '#web/ground/api/save-file.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import { Problem } from './parts.tsx';

const shown = ['image/webp', 'application/pdf'] as const;
type MediaType = (typeof shown)[number];
type Opened = { url: string; mediaType: MediaType };

/** What a tutor sent in. Looked at on request only, since every look is written down. */
export function EvidenceFile({ id }: { id: number }) {
  const t = useWords();
  const { root } = useShell();
  const [opened, setOpened] = useState<Opened>();
  const { busy, problem, run } = useAction();
  useEffect(() => () => URL.revokeObjectURL(opened?.url ?? ''), [opened]);

  const look = () => run((api) => fetchEvidence(api, root?.settings.apiBase ?? '', id), setOpened);
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="text-lg">{t('operator.evidence.title')}</h2>
      <Problem>{problem}</Problem>
      {opened ? (
        <FileView opened={opened} />
      ) : (
        <>
          <p className="text-ink-2 text-sm">{t('operator.evidence.recorded')}</p>
          {busy ? (
            <Loading>
              <Skeleton className="h-64 w-full" />
            </Loading>
          ) : (
            <Button className="justify-self-start" onClick={look}>
              {t(problem ? 'ui.retry' : 'operator.evidence.look')}
            </Button>
          )}
        </>
      )}
    </Card>
  );
}

function FileView({ opened: { url, mediaType } }: { opened: Opened }) {
  const t = useWords();
  const picture = mediaType === 'image/webp';
  return (
    <>
      {picture && (
        <img
          src={url}
          alt={t('operator.evidence.alt')}
          className="max-h-[75vh] w-full rounded-card border border-line bg-paper-2 object-contain"
        />
      )}
      <p>
        <a href={url} target="_blank" rel="noopener" className={buttonClass('secondary')}>
          <ExternalLink size="1.125rem" />
          {t(picture ? 'operator.evidence.newTab' : 'operator.evidence.openPdf')}
        </a>
      </p>
    </>
  );
}

/** Somebody else's file under an address of ours: it is nothing but a picture or a PDF, whatever it says of itself. */
async function fetchEvidence(api: Api, base: string, id: number): Promise<Opened> {
  const response = await fetchFile(api, `${base}/api/operator/evidence/${id}/file`, { cache: 'no-store' });
  const said = response.headers.get('content-type') ?? '';
  const mediaType = shown.find((type) => type === said);
  if (!mediaType) throw new Error(`evidence came as ${said}`);
  const file = new Blob([await response.arrayBuffer()], { type: mediaType });
  return { url: URL.createObjectURL(file), mediaType };
}
