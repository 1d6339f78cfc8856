import ImageUp from 'lucide-react/icons/image-up';
import { Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { photoLimits } from '#shared/tutors.ts';
import { postForm } from '#web/ground/api/post-form.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { FieldGroup } from '#web/ui/forms/field-group.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import { OwnPortrait, useOwnPhoto } from './own-portrait.tsx';

const PhotoSheet = lazyPart(() => import('./photo-sheet.tsx'));

// A copy of the contract's values, which would add zod to the bundle; the type keeps them equal.
const mostBytes: (typeof photoLimits)['bytes'] = 10 * 1024 * 1024;
/** The drawings there are; a test compares it with the contract. */
const drawnNumbers = Array.from({ length: 20 }, (_, at) => at + 1);

type PortraitFieldProps = {
  name: string;
  drawn: number | null;
  onDrawn: (drawn: number | null) => void;
};

/** What families see beside the name: one's photo, else a drawing, else the surname. */
export function PortraitField({ name, drawn, onDrawn }: PortraitFieldProps) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { root, locale } = useShell();
  const base = root?.settings.apiBase ?? '';
  const { photo, reload } = useOwnPhoto();
  const { revalidate } = useRevalidator();
  // The header shows it too.
  const { busy, problem, fields, run, refuse } = useAction({
    refresh: () => Promise.all([reload(), revalidate()]),
  });
  const [picture, setPicture] = useState<File>();

  const choose = ([file]: File[]) => {
    if (!file) return;
    if (file.size > mostBytes) return refuse(t('tutorForm.photoTooLarge'));
    setPicture(file);
  };
  const send = (square: Blob) => {
    setPicture(undefined);
    return run(async (api) => {
      // Renews an expired token before the file is uploaded.
      await api('GET /api/users/tutor_photo');
      const form = new FormData();
      form.set('file', square, 'photo.jpg');
      await postForm({
        bases: { base, aiBase: base },
        path: '/api/users/tutor_photo',
        face: 'product',
        locale,
        form,
        onProgress: () => {},
        signal: AbortSignal.timeout(120_000),
      });
    }, t('tutorForm.photoSaved'));
  };
  const remove = async () => {
    const sure = await ask({
      title: t('tutorForm.photoRemove'),
      message: t('tutorForm.photoRemoveText'),
      confirmLabel: t('tutorForm.photoRemove'),
      cancelLabel: t('tutorForm.cropCancel'),
    });
    if (sure) await run((api) => api('DELETE /api/users/tutor_photo'), t('tutorForm.photoRemoved'));
  };

  return (
    <FieldGroup legend={t('tutorForm.portrait')} help={t('tutorForm.portraitHelp')}>
      <div className="flex items-center gap-4">
        <OwnPortrait photo={photo} drawn={drawn} name={name} className="size-24 text-5xl" />
        <div className="flex min-w-0 flex-wrap gap-2">
          <FileButton accept="image/*" onFiles={choose}>
            <ImageUp size="1.125rem" />
            {t(photo ? 'tutorForm.photoChange' : 'tutorForm.photoAdd')}
          </FileButton>
          {photo && (
            <Button variant="quiet" loading={busy} onClick={remove}>
              {t('tutorForm.photoRemove')}
            </Button>
          )}
        </div>
      </div>
      {busy && (
        <p role="status" className="text-ink-2 text-sm">
          {t('tutorForm.photoSending')}
        </p>
      )}
      <ProblemNotice>{problem && (fields.file ?? problem)}</ProblemNotice>
      <p className="mt-2 text-ink-2 text-sm">
        {t(photo ? 'tutorForm.drawnInstead' : 'tutorForm.drawnChoose')}
      </p>
      <div role="radiogroup" aria-label={t('tutorForm.drawnChoose')} className="flex flex-wrap gap-2">
        {[null, ...drawnNumbers].map((number) => (
          <label
            key={number ?? 0}
            className={cx(
              'relative block rounded-card border-2 has-focus-visible:outline-2 has-focus-visible:outline-seal',
              drawn === number ? 'border-ink' : 'border-transparent',
            )}
          >
            <input
              type="radio"
              name="drawn_portrait"
              checked={drawn === number}
              onChange={() => onDrawn(number)}
              aria-label={number ? t('tutorForm.drawnNumber', { number }) : t('tutorForm.drawnNone')}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <Portrait
              portrait={number ? `drawn-${number}` : null}
              surname={name.trim() || '？'}
              className="size-[max(3.5rem,52px)] text-2xl"
            />
          </label>
        ))}
      </div>
      {picture && (
        <Suspense>
          <PhotoSheet picture={picture} onTake={send} onCancel={() => setPicture(undefined)} />
        </Suspense>
      )}
    </FieldGroup>
  );
}
