import { useRef, useState } from 'react';
import type { codes } from '#shared/codes/codes.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useToast } from '#web/ground/toast.ts';
import type { Errors } from './schema-check.ts';

const conflict: (typeof codes)['conflict']['code'] = 1012;

type SendOptions<Sent> = {
  form: {
    isComplete: () => Promise<boolean>;
    refused: (errors: Errors) => void;
    draft: { finish: () => void };
  };
  send: () => Promise<Sent>;
  onSent: (sent: Sent) => Promise<void>;
  onConflict: () => Promise<void>;
};

/** Sends a form once at a time; whatever comes back is told, and what was typed stays until it is kept. */
export function useSend<Sent>({ form, send, onSent, onConflict }: SendOptions<Sent>) {
  const t = useWords();
  const toast = useToast();
  const [working, setWorking] = useState(false);
  // The button hears of `working` only at its next drawing; a double click is faster.
  const busy = useRef(false);

  const tell = async (error: unknown) => {
    if (!(error instanceof ApiError)) return toast.error(t('form.notSent'));
    if (error.code === conflict) return onConflict();
    if (Object.keys(error.fields).length > 0) form.refused(error.fields);
    else toast.error(error.message);
  };
  const run = async () => {
    if (busy.current) return;
    busy.current = true;
    setWorking(true);
    try {
      if (await form.isComplete()) {
        const sent = await send();
        form.draft.finish();
        await onSent(sent);
      }
    } catch (error) {
      await tell(error).catch(() => toast.error(t('form.notSent')));
    }
    busy.current = false;
    setWorking(false);
  };
  return { working, run };
}
