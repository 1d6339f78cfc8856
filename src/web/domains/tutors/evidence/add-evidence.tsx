import Camera from 'lucide-react/icons/camera';
import FileUp from 'lucide-react/icons/file-up';
import { useEffect, useRef, useState } from 'react';
import type { EvidenceKind, evidenceKinds, evidenceLimits, evidenceTypes } from '#shared/uploads.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/feedback/waiting.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { sendEvidence } from './send-evidence.ts';

// A copy of the contract's values, which would add zod to the bundle; the type keeps them equal.
const kinds: typeof evidenceKinds = [
  'student_card',
  'exam_results',
  'transcript',
  'certificate',
  'teacher_registration',
  'other',
];
const types: typeof evidenceTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];
const mostBytes: (typeof evidenceLimits)['bytes'] = 10 * 1024 * 1024;

export function AddEvidence({ onAdded }: { onAdded: () => Promise<void> }) {
  const t = useTranslate();
  const toast = useToast();
  const { root, locale } = useShell();
  const [kind, setKind] = useState<EvidenceKind>('student_card');
  const [sending, setSending] = useState<{ name: string; part: number }>();
  const { busy, problem, fields, run, refuse } = useAction({ refresh: onAdded });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const send = async ([file]: File[]) => {
    if (!file) return;
    if (file.size > mostBytes) return refuse(t('evidence.tooLarge', { name: file.name }));
    const controller = new AbortController();
    stop.current = controller;
    setSending({ name: file.name, part: 0 });
    await run(
      (api) =>
        sendEvidence({
          api,
          base: root?.settings.apiBase ?? '',
          locale,
          kind,
          file,
          onProgress: (part) => setSending({ name: file.name, part }),
          signal: controller.signal,
        }).catch((error) => {
          // Aborted by the user, who needs no error message.
          if (!controller.signal.aborted) throw error;
        }),
      () => controller.signal.aborted || toast.success(t('evidence.sent')),
    );
    setSending(undefined);
  };

  return (
    <div className="grid gap-4">
      <RadioChoices
        legend={t('evidence.kindQuestion')}
        layout="grid grid-cols-2 gap-2 lg:grid-cols-5"
        options={kinds.map((id) => ({ id, name: t(`evidence.kind.${id}`) }))}
        value={kind}
        onChange={setKind}
      />
      {busy && sending ? (
        <div className="grid gap-2">
          <p className="text-sm">{t('evidence.sending', { name: sending.name })}</p>
          <Progress label={t('evidence.sending', { name: sending.name })} value={sending.part} />
          <Button variant="quiet" className="justify-self-start" onClick={() => stop.current?.abort()}>
            {t('evidence.stop')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-3">
          <FileButton accept={types.join(',')} onFiles={send}>
            <FileUp size="1.125rem" />
            {t('evidence.choose')}
          </FileButton>
          <FileButton accept="image/*" capture onFiles={send} className="lg:hidden">
            <Camera size="1.125rem" />
            {t('evidence.photo')}
          </FileButton>
        </div>
      )}
      <div role="alert">
        {problem && <FieldError id="evidence-problem">{fields.file ?? problem}</FieldError>}
      </div>
      <p className="text-ink-2 text-xs">{t('evidence.help')}</p>
    </div>
  );
}
