import { useState } from 'react';
import type { AppSide } from '#web/ground/api/renewal.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { downloadJson, downloadZip } from './own-data.ts';

export function ExportData({ side }: { side: AppSide }) {
  const t = useTranslate();
  const { root } = useShell();
  const { busy, run } = useAction({ toast: true });
  const [chosen, setChosen] = useState<'json' | 'zip'>();
  const { apiBase = '', apiAiBase = '' } = root?.settings ?? {};
  const download = async (kind: 'json' | 'zip') => {
    setChosen(kind);
    await run(
      (api) => (kind === 'json' ? downloadJson(api, side) : downloadZip(api, side, { apiBase, apiAiBase })),
      t('me.privacy.exportDone'),
    );
  };
  return (
    <Card as="section">
      <h2 className="text-lg">{t('me.privacy.exportTitle')}</h2>
      <p className="mt-1 mb-4 text-ink-2">{t('me.privacy.exportText')}</p>
      <div className="flex flex-wrap gap-2">
        {(['json', 'zip'] as const).map((kind) => (
          <Button
            key={kind}
            loading={busy && chosen === kind}
            disabled={busy && chosen !== kind}
            onClick={() => download(kind)}
          >
            {t(`me.privacy.${kind}`)}
          </Button>
        ))}
      </div>
    </Card>
  );
}
