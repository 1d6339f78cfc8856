import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';

/** What a police check is, with the steps for each side. */
export function AboutCheck({
  steps,
  lead,
}: {
  steps: 'familySteps' | 'tutorSteps' | 'listenSteps';
  lead?: string | undefined;
}) {
  const t = useTranslate();
  const { locale } = useShell();
  const lines = t(`policeCheck.${steps}`).split('\n');
  return (
    <details className="group text-sm" open={steps === 'listenSteps'}>
      <summary className="flex min-h-11 cursor-pointer items-center underline decoration-line underline-offset-4 hover:text-seal">
        {t(steps === 'listenSteps' ? 'policeCheck.how' : 'policeCheck.what')}
      </summary>
      {lead && <p className="pb-2">{lead}</p>}
      <ol className="grid list-decimal gap-1.5 pb-2 pl-5 marker:text-ink-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <p className="pb-1 text-ink-2 text-xs">
        {t('policeCheck.limits')}{' '}
        <a
          href={`https://www.police.gov.hk/ppp_${locale === 'en' ? 'en' : 'tc'}/11_useful_info/scrc.html`}
          target="_blank"
          rel="noopener noreferrer"
          className="underline underline-offset-4 hover:text-seal"
        >
          {t('policeCheck.official')}
        </a>
      </p>
    </details>
  );
}
