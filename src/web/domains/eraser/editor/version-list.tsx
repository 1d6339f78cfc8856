import type { ImageRecord, PageVersion } from '#shared/eraser/eraser.ts';
import { formatTime } from '#shared/hong-kong.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import { usePictures } from '../pictures.ts';
import { optionNames } from './run-request.ts';

type VersionListProps = {
  page: ImageRecord;
  versions: readonly PageVersion[] | undefined;
  failed: boolean;
  onRetry: () => void;
  /** Version compared with. */
  compared: number | undefined;
  onCompare: (number: number | undefined) => void;
  onGoTo: (number: number) => void;
  isGoing: boolean;
};

/** All versions of a page, the latest first, to compare with or return to. */
export function VersionList(props: VersionListProps) {
  const { page, versions, failed, onRetry } = props;
  if (failed && !versions) return <ErrorState drawing={null} level={3} onRetry={onRetry} className="py-4" />;
  if (!versions)
    return (
      <Loading className="grid gap-3">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </Loading>
    );
  return (
    <ol className="grid">
      {versions.toReversed().map((version) => (
        <VersionRow
          key={version.number}
          {...props}
          version={version}
          isCurrent={version.number === page.version}
        />
      ))}
    </ol>
  );
}

type VersionRowProps = VersionListProps & { version: PageVersion; isCurrent: boolean };

function VersionRow({ page, version, isCurrent, compared, onCompare, onGoTo, isGoing }: VersionRowProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const pictures = usePictures();
  const { number } = version;
  const when = formatTime(version.created_at, locale);
  const name = t('editor.versions.name', { number });
  const compareLabel = t(compared === number ? 'editor.versions.stopComparing' : 'editor.versions.compare');
  return (
    <li className="flex gap-3 border-line border-b py-3 last:border-b-0">
      <img
        src={pictures.page(page.id, { view: 'erased', size: 'thumb', version: number })}
        alt=""
        loading="lazy"
        className="h-20 w-15 shrink-0 rounded border border-line bg-paper-2 object-contain"
      />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {isCurrent && <Chip tone="jade">{t('editor.versions.current')}</Chip>}
        </p>
        <p className="text-ink-2 text-sm">
          {t(`editor.versions.${version.kind}`, { from: version.from ?? 0 })}
          {version.strength && ` ・ ${t(`editor.strength.${version.strength}`)}`}
          {version.kind === 'run' && ` ・ ${optionLabels(version)}`}
        </p>
        <p className="text-ink-2 text-xs">{when}</p>
        {!isCurrent && (
          <div className="mt-1 flex flex-wrap gap-2">
            <Button
              size="compact"
              aria-label={t('editor.versions.named', { action: t('editor.versions.goTo'), name })}
              loading={isGoing}
              onClick={() => onGoTo(number)}
            >
              {t('editor.versions.goTo')}
            </Button>
            <Button
              variant="quiet"
              size="compact"
              aria-label={t('editor.versions.named', { action: compareLabel, name })}
              aria-pressed={compared === number}
              onClick={() => onCompare(compared === number ? undefined : number)}
            >
              {compareLabel}
            </Button>
          </div>
        )}
      </div>
    </li>
  );

  function optionLabels({ options }: PageVersion) {
    const on = optionNames.filter((option) => options[option]).map((option) => t(`editor.options.${option}`));
    return on.length > 0 ? on.join(t('editor.comma')) : t('editor.versions.nothing');
  }
}
