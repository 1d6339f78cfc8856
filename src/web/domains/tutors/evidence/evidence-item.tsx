import Download from 'lucide-react/icons/download';
import Trash2 from 'lucide-react/icons/trash-2';
import { dayOf, formatDay } from '#shared/hong-kong.ts';
import type { Evidence } from '#shared/uploads.ts';
import { saveFile } from '#web/ground/api/save-file.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip, type ChipTone } from '#web/ui/chip.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { fileSize } from '#web/ui/text.ts';
import { fetchEvidence } from './send-evidence.ts';

const tones: Record<Evidence['status'], ChipTone> = {
  pending: 'amber',
  verified: 'jade',
  refused: 'seal',
  expired: 'neutral',
  revoked: 'seal',
};

export function EvidenceItem({ item, onRemoved }: { item: Evidence; onRemoved: () => Promise<void> }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { root, locale } = useShell();
  const downloading = useAction({ toast: true });
  const removing = useAction({ toast: true, refresh: onRemoved });
  const kind = t(`evidence.kind.${item.kind}`);
  const day = (at: string) => formatDay(dayOf(at), locale);

  const download = () =>
    downloading.run(
      (api) => fetchEvidence(api, root?.settings.apiBase ?? '', item.id),
      (file) =>
        saveFile(`evidence-${item.id}.${item.media_type === 'application/pdf' ? 'pdf' : 'webp'}`, file),
    );
  const remove = async () => {
    const sure = await ask({
      title: t('evidence.removeTitle', { kind }),
      message: t('evidence.removeText'),
      confirmLabel: t('evidence.remove'),
      cancelLabel: t('evidence.keep'),
    });
    if (!sure) return;
    await removing.run(
      (api) => api('DELETE /api/users/evidence/{id}', { params: { id: item.id } }),
      t('evidence.removed'),
    );
  };
  return (
    <Card as="li" className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{kind}</span>
        <Chip tone={tones[item.status]}>{t(`evidence.status.${item.status}`)}</Chip>
      </div>
      <p className="text-ink-2 text-xs">
        {t('evidence.added', { date: day(item.created_at), size: fileSize(item.byte_size) })}
        {item.expires_at &&
          item.status !== 'revoked' &&
          ` ${t('evidence.expires', { date: day(item.expires_at) })}`}
      </p>
      {item.reason && (
        <p className="whitespace-pre-line break-words text-sm">
          {t('evidence.reason', { reason: item.reason })}
        </p>
      )}
      <div className="-ml-2.5 flex flex-wrap gap-1">
        <Button
          variant="quiet"
          size="compact"
          loading={downloading.busy}
          onClick={download}
          aria-label={t('evidence.downloadKind', { kind })}
        >
          <Download size="1rem" />
          {t('evidence.download')}
        </Button>
        <Button
          variant="quiet"
          size="compact"
          loading={removing.busy}
          onClick={remove}
          aria-label={t('evidence.removeKind', { kind })}
        >
          <Trash2 size="1rem" />
          {t('evidence.remove')}
        </Button>
      </div>
    </Card>
  );
}
