import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';

/** In demo mode no SMS is sent: the page shows the code itself, and says so. */
export function DemoCode({ code, onUse }: { code: string; onUse: (code: string) => void }) {
  const t = useTranslate();
  return (
    <div className="flex items-center gap-3 rounded-card border border-amber/40 bg-amber-soft px-3 py-2 text-sm">
      <Chip tone="amber" lang="zh-Hant-HK" className="shrink-0 border border-amber/40">
        {t('demo.badge')}
      </Chip>
      <span className="grow">
        {t('login.demoCode')} <strong className="font-serif text-lg tracking-widest">{code}</strong>
      </span>
      <Button size="compact" onClick={() => onUse(code)}>
        {t('login.fillIn')}
      </Button>
    </div>
  );
}
