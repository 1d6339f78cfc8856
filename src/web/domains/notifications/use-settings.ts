import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { NotificationSettings, SettingsChange } from '#shared/notices/notification-settings.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { problemMessage } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { applied } from './change.ts';
import { createSaver } from './saver.ts';

const nothing: SettingsChange = {};

/** The settings with what the person has just changed, and a function that stores a change at once and says so. */
export function useSettings(loaded: NotificationSettings) {
  const t = useTranslate();
  const api = useApi();
  const toast = useToast();
  const { root } = useShell();
  const remote = useRemote({
    loaded,
    read: (call) => call('GET /api/users/notification-settings'),
    on: ['settings'],
  });
  const hideWaiting = useRef<() => void>(undefined);
  const around = useRef<ReturnType<Parameters<typeof createSaver>[1]>>(undefined as never);
  around.current = {
    send: (body) => api('PUT /api/users/notification-settings', { body }),
    onSaved(settings) {
      remote.put(() => settings);
      hideWaiting.current?.();
      hideWaiting.current = undefined;
      toast.success(t('notify.saved'));
    },
    onWaiting() {
      hideWaiting.current ??= toast.error(t('notify.waiting'), { duration: 0 });
    },
    onRefused(error) {
      const field = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
      toast.error(field ?? problemMessage(t, error));
      void remote.reload();
    },
  };
  const [saver] = useState(() =>
    createSaver(`mingshi:notification-settings:${root?.user.id}`, () => around.current),
  );
  useEffect(() => {
    const stop = saver.start();
    return () => {
      stop();
      hideWaiting.current?.();
    };
  }, [saver]);
  const waiting = useSyncExternalStore(saver.subscribe, saver.waiting, () => nothing);
  return { settings: applied(remote.value, waiting), change: saver.change, reload: remote.reload };
}
