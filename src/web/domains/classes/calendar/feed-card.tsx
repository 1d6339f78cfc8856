import { useId, useState } from 'react';
import { formatTime } from '#shared/hong-kong.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useCopy } from '#web/ui/copy-button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';

/** A secret address that calendar programs can subscribe to. It is shown only once, when it is created. */
export function FeedCard({ since }: { since: string | null }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { root, locale } = useShell();
  const { busy, problem, run } = useAction();
  const [made, setMade] = useState(since);
  const [link, setLink] = useState<string>();
  const linkId = useId();

  const make = async () => {
    if (
      made !== null &&
      !(await ask({
        title: t('classes.feed.againTitle'),
        message: t('classes.feed.againText'),
        confirmLabel: t('classes.feed.again'),
        cancelLabel: t('classes.back'),
      }))
    )
      return;
    await run(
      (api) => api('PUT /api/users/calendar'),
      ({ path }) => {
        setLink(`${root?.settings.apiBase || root?.origin || location.origin}${path}`);
        setMade(new Date().toISOString());
      },
    );
  };
  const revoke = async () => {
    const sure = await ask({
      title: t('classes.feed.revokeTitle'),
      message: t('classes.feed.revokeText'),
      confirmLabel: t('classes.feed.revoke'),
      cancelLabel: t('classes.back'),
    });
    if (!sure) return;
    await run(async (api) => {
      await api('DELETE /api/users/calendar');
      setLink(undefined);
      setMade(null);
    }, t('classes.feed.revoked'));
  };
  const copy = useCopy(t('classes.feed.copied'), t('classes.feed.copyFailed'));
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="text-lg">{t('classes.feed.title')}</h2>
      <p className="text-ink-2 text-sm">{t('classes.feed.text')}</p>
      <ProblemNotice>{problem}</ProblemNotice>
      {link ? (
        <div className="grid gap-2">
          <label htmlFor={linkId} className="text-ink-2 text-sm">
            {t('classes.feed.link')}
          </label>
          <Input id={linkId} readOnly value={link} onFocus={(event) => event.target.select()} />
          <p className="text-ink-2 text-xs">{t('classes.feed.once')}</p>
        </div>
      ) : (
        made !== null && (
          <p className="text-sm">{t('classes.feed.since', { when: formatTime(made, locale) })}</p>
        )
      )}
      <div className="flex flex-wrap gap-2">
        {link && (
          <Button variant="primary" onClick={() => copy(link)}>
            {t('classes.feed.copy')}
          </Button>
        )}
        {!link && (
          <Button loading={busy} onClick={make}>
            {t(made === null ? 'classes.feed.make' : 'classes.feed.again')}
          </Button>
        )}
        {made !== null && (
          <Button variant="quiet" loading={busy} onClick={revoke}>
            {t('classes.feed.revoke')}
          </Button>
        )}
      </div>
    </Card>
  );
}
