import { useRevalidator } from 'react-router';
import type { VoiceList } from '#shared/voice/voice.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Explains what is missing; nothing is offered that would fail. */
export function GapNotices({ voices }: { voices: VoiceList | null }) {
  const t = useTranslate();
  const { href } = useShell();
  const { revalidate, state } = useRevalidator();
  if (voices === null)
    return (
      <Notice role="status" className="flex flex-wrap items-center justify-between gap-3">
        <p>{t('voice.missing.unknown')}</p>
        <Button onClick={revalidate} loading={state === 'loading'}>
          {t('voice.missing.retry')}
        </Button>
      </Notice>
    );
  const gap = (['server', 'speaker'] as const).find((name) => voices.missing.includes(name));
  if (gap ?? voices.list.length === 0)
    return (
      <Notice className="flex flex-wrap items-center justify-between gap-3">
        <p>{t(`voice.missing.${gap ?? 'speaker'}`)}</p>
        <ButtonLink to={href('/aitutor')}>{t('voice.missing.toChat')}</ButtonLink>
      </Notice>
    );
  return null;
}

/** Minor notes beside the call button. */
export function SmallPrint({ voices }: { voices: VoiceList }) {
  const t = useTranslate();
  return (
    <>
      {voices.is_upstream && <p className="text-ink-2 text-xs">{t('voice.upstreamNote')}</p>}
      {voices.missing.includes('relay') && <p className="text-ink-2 text-xs">{t('voice.missing.relay')}</p>}
    </>
  );
}
