import { useId, useState } from 'react';
import { formatTime } from '#shared/hong-kong.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useCopy } from '#web/ui/copy-button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';

type FeedCardProps = { feed: { made_at: string | null; is_busy_only: boolean } };

/** A secret address that calendar programs can subscribe to. It is shown only once, when it is created. */
export function FeedCard({ feed }: FeedCardProps) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { root, locale } = useShell();
  const { busy, problem, run } = useAction();
  const [made, setMade] = useState(feed.made_at);
  const [isBusyOnly, setBusyOnly] = useState(feed.is_busy_only);
  const [link, setLink] = useState<string>();
  const linkId = useId();
  const choiceId = useId();

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
      (api) => api('PUT /api/users/calendar', { body: { is_busy_only: isBusyOnly } }),
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
          <ul className="flex flex-wrap gap-2">
            {programsFor(link, t('classes.feed.calendar')).map(({ name, href }) => (
              <li key={name}>
                <a href={href} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
                  {t('classes.feed.addTo', { name })}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        made !== null && (
          <p className="text-sm">{t('classes.feed.since', { when: formatTime(made, locale) })}</p>
        )
      )}
      {!link && (
        <div className="flex items-center justify-between gap-3">
          <span id={choiceId} className="grid text-sm">
            {t('classes.feed.busyOnly')}
            <span className="text-ink-2 text-xs">{t('classes.feed.busyOnlyText')}</span>
          </span>
          <Switch on={isBusyOnly} onToggle={() => setBusyOnly(!isBusyOnly)} aria-labelledby={choiceId} />
        </div>
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

/** Where each calendar program takes a subscription. */
function programsFor(link: string, calendar: string) {
  const webcal = link.replace(/^https?:/, 'webcal:');
  return [
    {
      name: 'Google',
      href: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`,
    },
    { name: 'Apple', href: webcal },
    {
      name: 'Outlook',
      href: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url: link, name: calendar })}`,
    },
  ];
}
