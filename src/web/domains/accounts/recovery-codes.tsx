import { saveFile } from '#web/ground/api/save-file.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { useFocusFirst } from '#web/ui/forms/use-focus-first.ts';

/** Shown once, when the second factor is turned on. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useWords();
  const title = useFocusFirst<HTMLHeadingElement>();
  const text = codes.join('\n');
  return (
    <Card as="section" className="grid gap-4 border-amber/50">
      <div>
        <h2 ref={title} tabIndex={-1} className="text-lg outline-none">
          {t('me.security.recoveryTitle')}
        </h2>
        <p className="mt-1">{t('me.security.recoveryText')}</p>
      </div>
      <ul className="grid gap-x-6 gap-y-1 rounded-card bg-paper-2 p-4 font-mono text-[0.8125rem] lg:grid-cols-2">
        {codes.map((code) => (
          <li key={code} data-recovery-code className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} />
        <Button
          size="compact"
          onClick={() =>
            saveFile('mingshi-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))
          }
        >
          {t('me.security.download')}
        </Button>
      </div>
      <Button variant="primary" onClick={onDone} className="lg:justify-self-start">
        {t('me.security.done')}
      </Button>
    </Card>
  );
}
