import ExternalLink from 'lucide-react/icons/external-link';
import { useEffect, useState } from 'react';
import type { Api } from '#web/ground/api/api.ts';
import { fetchFile } from '#web/ground/api/save-file.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import { Problem } from './parts.tsx';

const shown = ['image/webp', 'application/pdf'] as const;
type MediaType = (typeof shown)[number];
type Opened = { url: string; mediaType: MediaType };

/** The evidence file of a tutor. Loaded on request only, since every access is recorded. */
export function EvidenceFile({ id }: { id: number }) {
  const t = useTranslate();
  const { root } = useShell();
  const [opened, setOpened] = useState<Opened>();
  const { busy, problem, run } = useAction();
  useEffect(() => () => URL.revokeObjectURL(opened?.url ?? ''), [opened]);

  const openFile = () => run((api) => fetchEvidence(api, root?.settings.apiBase ?? '', id), setOpened);
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
            <Button className="justify-self-start" onClick={openFile}>
              {t(problem ? 'ui.retry' : 'operator.evidence.look')}
            </Button>
          )}
        </>
      )}
    </Card>
  );
}

function FileView({ opened: { url, mediaType } }: { opened: Opened }) {
  const t = useTranslate();
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

/**
 * An uploaded file under one of our URLs: it is opened only as an image or a PDF, whatever it claims to be.
 */
async function fetchEvidence(api: Api, base: string, id: number): Promise<Opened> {
  const response = await fetchFile(api, `${base}/api/operator/evidence/${id}/file`, { cache: 'no-store' });
  const contentType = response.headers.get('content-type') ?? '';
  const mediaType = shown.find((type) => type === contentType);
  if (!mediaType) throw new Error(`evidence came as ${contentType}`);
  const file = new Blob([await response.arrayBuffer()], { type: mediaType });
  return { url: URL.createObjectURL(file), mediaType };
}
