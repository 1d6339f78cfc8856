import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';

export function Price({ amount }: { amount: string | null }) {
  const t = useTranslate();
  if (amount === null) return <span className="font-bold">{t('card.priceOpen')}</span>;
  return (
    <span className="whitespace-nowrap">
      <span className="font-bold text-lg">{amount}</span>
      <span className="ml-1.5 text-ink-2 text-sm">{t('card.perHour')}</span>
    </span>
  );
}
