import Bell from 'lucide-react/icons/bell';
import { useState } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { readPush, turnOn } from './push.ts';

/** Set once this browser was asked; the switch under 我的 stays. */
const askedKey = 'mingshi:push-asked';

/** Asks once whether to be told when somebody applies; nothing where that is on already, or not possible. */
export function AskToTell() {
  const t = useTranslate();
  const [isAsked, setAsked] = useState(
    () => typeof window !== 'undefined' && localStorage.getItem(askedKey) !== null,
  );
  const { value: state } = useRemote({ read: (api) => readPush(api), when: !isAsked });
  const { busy, problem, run } = useAction();
  const answered = () => {
    localStorage.setItem(askedKey, 'yes');
    setAsked(true);
  };
  if (isAsked || state !== 'off') return null;
  const turn = () => run(turnOn, (now) => now === 'on' && answered());
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="flex items-center gap-2 text-base">
        <Bell size="1.125rem" className="shrink-0" />
        {t('caseForm.tellTitle')}
      </h2>
      <p className="text-ink-2 text-sm">{t('caseForm.tellText')}</p>
      <ProblemLine>{problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button loading={busy} onClick={turn}>
          {t('caseForm.tellMe')}
        </Button>
        <Button variant="quiet" onClick={answered}>
          {t('caseForm.tellNo')}
        </Button>
      </div>
    </Card>
  );
}
