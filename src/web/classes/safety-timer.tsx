import { useId, useState } from 'react';
import type { SafetyTimer as Timer } from '#shared/safety.ts';
import { useWords } from '#web/words.tsx';
import { clockOf } from '../messages/days.ts';
import { useApi } from '../shell/api-provider.tsx';
import { useShell } from '../shell/use-shell.tsx';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';
import { Notice } from '../ui/notice.tsx';
import { useToast } from '../ui/toast.tsx';
import { useDo } from './use-do.ts';

const longerMs = 30 * 60_000;

type SafetyTimerProps = { timer: Timer | null; onChanged: () => Promise<unknown> };

/** For a lesson that goes on: a link for somebody trusted, which says until when, and warns when the end is overdue. */
export function SafetyTimer({ timer, onChanged }: SafetyTimerProps) {
  const t = useWords();
  const api = useApi();
  const { root, href } = useShell();
  const { busy, problem, run } = useDo();
  const [link, setLink] = useState<string>();
  const does = (work: () => Promise<unknown>) =>
    run(async () => {
      await work();
      await onChanged();
    });
  const switchOn = () =>
    does(async () => {
      const { path } = await api('POST /api/users/safety_timer', { body: {} });
      setLink(`${root?.origin ?? location.origin}${href(path)}`);
    });
  const isOn = timer !== null && timer.state !== 'ended';
  return (
    <div className="grid gap-2 border-line border-t pt-4">
      <h3 className="text-base">{t('classes.safety.title')}</h3>
      <p className="text-ink-2 text-sm">
        {isOn
          ? t(timer.state === 'overdue' ? 'classes.safety.overdue' : 'classes.safety.on', {
              time: clockOf(timer.ends_at),
            })
          : t('classes.safety.text')}
      </p>
      {problem && (
        <Notice tone="seal" role="alert">
          {problem}
        </Notice>
      )}
      {isOn && link && <SafetyLink link={link} />}
      <div className="flex flex-wrap gap-2">
        {!isOn && (
          <Button loading={busy} onClick={switchOn}>
            {t('classes.safety.switchOn')}
          </Button>
        )}
        {isOn && (
          <>
            <Button
              loading={busy}
              onClick={() =>
                does(() =>
                  api('PUT /api/users/safety_timer', {
                    body: {
                      ends_at: new Date(
                        Math.max(Date.parse(timer.ends_at), Date.now()) + longerMs,
                      ).toISOString(),
                    },
                  }),
                )
              }
            >
              {t('classes.safety.longer')}
            </Button>
            {!link && (
              <Button loading={busy} onClick={switchOn}>
                {t('classes.safety.newLink')}
              </Button>
            )}
            <Button
              variant="quiet"
              loading={busy}
              onClick={() =>
                does(async () => {
                  await api('DELETE /api/users/safety_timer');
                  setLink(undefined);
                })
              }
            >
              {t('classes.safety.switchOff')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Told this once: the server keeps only what it needs to know it again. */
function SafetyLink({ link }: { link: string }) {
  const t = useWords();
  const toast = useToast();
  const id = useId();
  const share = async () => {
    try {
      if (navigator.share) return await navigator.share({ url: link });
      await navigator.clipboard.writeText(link);
      toast.success(t('classes.feed.copied'));
    } catch (error) {
      // Who closes the phone's own sheet has changed their mind.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast.error(t('classes.feed.copyFailed'));
    }
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-ink-2 text-sm">
        {t('classes.safety.link')}
      </label>
      <Input id={id} readOnly value={link} onFocus={(event) => event.target.select()} />
      <Button variant="primary" className="justify-self-start" onClick={share}>
        {t('classes.safety.share')}
      </Button>
    </div>
  );
}
