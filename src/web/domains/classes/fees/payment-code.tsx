import type { FeeAccount } from '#shared/money/fees.ts';
import { fpsIdWords } from '#shared/money/fps-id.ts';
import { money } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { useCopy } from '#web/ui/copy-button.tsx';

type PaymentCodeProps = { fps: FeeAccount['fps']; amount: number };

/** The tutor's FPS code for the open amount, and the identifier for who pays on this very phone. */
export function PaymentCode({ fps, amount }: PaymentCodeProps) {
  const t = useTranslate();
  const copy = useCopy(t('fees.pay.copied'), t('fees.pay.copyFailed'));
  if (!fps) return <p className="rounded-card bg-paper-2 p-3 text-sm">{t('fees.pay.without')}</p>;
  const words = fpsIdWords(fps);
  return (
    <div className="grid justify-items-center gap-2 rounded-card bg-paper-2 p-4 text-center">
      <p className="font-semibold">{t('fees.pay.title')}</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(fps.svg)}`}
        alt={t('fees.pay.alt', { amount: money(amount) })}
        className="size-48 rounded-card border border-line bg-[#fff]"
      />
      <p className="text-ink-2 text-sm">{t('fees.pay.text', { amount: money(amount) })}</p>
      <p className="flex max-w-full flex-wrap items-center justify-center gap-x-2 text-sm">
        <span className="min-w-0 break-all">
          {t('fees.pay.to')} {words}
        </span>
        <Button size="compact" variant="quiet" onClick={() => copy(words.replaceAll(' ', ''))}>
          {t('fees.pay.copy')}
        </Button>
      </p>
    </div>
  );
}
