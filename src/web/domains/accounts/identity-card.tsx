import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useProblemWords } from '#web/ground/api/use-problem.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToast } from '#web/ui/overlays/toast.tsx';

/** One account, two faces: which one is shown, and what changes with the other. */
export function IdentityCard({ identity }: { identity: 1 | 2 }) {
  const t = useWords();
  const api = useApi();
  const toast = useToast();
  const problemWords = useProblemWords();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const other = identity === 1 ? 2 : 1;
  const change = async () => {
    setBusy(true);
    try {
      await api('PUT /api/users/switch_identity', { body: { identity: other } });
      await revalidate();
      toast.success(t(`me.switched${other}`));
    } catch (error) {
      toast.error(problemWords(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card as="section" aria-labelledby="identity">
      <h2 id="identity" className="mb-2 text-lg">
        {t('me.identityTitle')}
      </h2>
      <p className="font-bold">{t(identity === 1 ? 'register.parent' : 'register.tutor')}</p>
      <p>{t(`me.identityText${identity}`)}</p>
      <div className="mt-4 border-line border-t pt-4">
        <p id="identity-change" className="mb-3 text-ink-2 text-sm">
          {t(`me.switchHelp${other}`)}
        </p>
        <Button loading={busy} onClick={change} aria-describedby="identity-change">
          {t(`me.switchTo${other}`)}
        </Button>
      </div>
    </Card>
  );
}
