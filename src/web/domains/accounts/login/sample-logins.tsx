import { sampleAccounts } from '#shared/rules/sample-accounts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { TypedNumber } from '#web/ground/login.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';

const whose = ['family', 'tutor'] as const;

/** Where the page shows the codes itself, one may look around as a sample parent or tutor. */
export function SampleLogins({ onNumber }: { onNumber: (number: TypedNumber) => void }) {
  const t = useTranslate();
  const { root } = useShell();
  if (!root?.settings.sampleAccounts) return null;
  return (
    <div className="mt-2 grid gap-2 border-line border-t pt-4 sm:grid-cols-2">
      {whose.map((one) => (
        // A new object each time, so that a second tap sends a code again.
        <Button key={one} onClick={() => onNumber({ ...sampleAccounts[one] })}>
          {t(`demo.login.${one}`)}
        </Button>
      ))}
    </div>
  );
}
