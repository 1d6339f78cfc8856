import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Skeleton } from '#web/ui/feedback/waiting.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { QrCodes } from './qr-codes.tsx';
import { reference } from './store.ts';

/** Where to turn: the channels that exist, as links and codes, and what the site itself offers. */
export default function ContactSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslate();
  const { locale } = useShell();
  const {
    value: codes,
    problem,
    reading,
    reload,
  } = useRemote({ key: locale, read: (api) => reference(api, locale, 'qr_code'), when: open });
  // The website itself is no way to reach anybody.
  const channels = codes?.filter(({ slug }) => slug !== 'website');
  return (
    <Sheet open={open} onClose={onClose} title={t('affix.contact')}>
      {!codes && problem === undefined && <Skeleton className="h-40" />}
      {problem !== undefined && <ErrorState onRetry={reload} retrying={reading} />}
      {channels && (
        <div className="grid gap-4">
          {channels.length > 0 && <QrCodes codes={channels} />}
          <OwnWays hasChannels={channels.length > 0} onFollow={onClose} />
        </div>
      )}
    </Sheet>
  );
}

function OwnWays({ hasChannels, onFollow }: { hasChannels: boolean; onFollow: () => void }) {
  const t = useTranslate();
  const link = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4';
  return (
    <div>
      <p>{t(hasChannels ? 'affix.also' : 'affix.noChannel')}</p>
      <ul className="mt-2 grid gap-3">
        <li>
          <PageLink to="/faq" className={link} onClick={onFollow}>
            {t('affix.faq')}
          </PageLink>
          <p className="text-ink-2 text-sm">{t('affix.faqText')}</p>
        </li>
        <li>
          <p className="font-semibold">{t('affix.report')}</p>
          <p className="text-ink-2 text-sm">{t('affix.reportText')}</p>
        </li>
        <li>
          <PageLink to="/lost-number" className={link} onClick={onFollow}>
            {t('affix.number')}
          </PageLink>
          <p className="text-ink-2 text-sm">{t('affix.numberText')}</p>
        </li>
      </ul>
    </div>
  );
}
