import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import X from 'lucide-react/icons/x';
import { type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { durationWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { dropModal, pushModal } from '#web/ui/overlays/modal-stack.ts';

import { usePractice } from './use-practice.ts';

type Picture = { url: string; width: number; height: number };
type PractiseViewProps = {
  record: number;
  title: string;
  pictures: readonly Picture[];
  onLeave: () => unknown;
};

/** Full-screen view of the clean pages and a clock. */
export default function PractiseView({ record, title, pictures, onLeave }: PractiseViewProps) {
  const t = useTranslate();
  const practice = usePractice(record);
  const { busy, problem, run } = useAction();
  const dialog = useModal();
  const leave = async () => {
    // The time is saved on this device in any case; a missed report to the server is made next time.
    if (practice.isRunning) await practice.pause().catch(() => {});
    await onLeave();
  };
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    void leave();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="practise-title"
      onCancel={onCancel}
      className="fixed inset-0 z-[2000] m-0 size-full max-h-none max-w-none flex-col border-0 bg-paper p-0 text-ink open:flex"
    >
      <div className="flex shrink-0 items-center gap-2 border-line border-b bg-sheet py-1 pr-1 pl-4">
        <h2 id="practise-title" tabIndex={-1} className="min-w-0 grow truncate text-base outline-none">
          {title}
        </h2>
        <p
          role="timer"
          aria-label={t('eraser.practise.clock')}
          className="font-bold text-xl tabular-nums"
          data-running={practice.isRunning}
        >
          {durationWords(practice.seconds)}
        </p>
        <IconButton label={t('eraser.practise.leave')} onClick={leave}>
          <X size="1.25rem" />
        </IconButton>
      </div>
      {practice.isFinished ? (
        <div className="grid grow place-content-center justify-items-center gap-3 p-6 text-center">
          <p className="font-bold font-serif text-2xl">{t('eraser.practise.done')}</p>
          <p className="text-lg">{t('eraser.practise.took', { time: durationWords(practice.seconds) })}</p>
          <Button variant="primary" onClick={() => onLeave()}>
            {t('eraser.practise.back')}
          </Button>
        </div>
      ) : (
        <>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
            tabIndex={0}
            aria-label={t('eraser.paper.pages')}
            className="grow overflow-y-auto overscroll-contain"
          >
            <ol className="mx-auto grid max-w-[56rem] gap-4 p-3 lg:p-6">
              {pictures.map(({ url, width, height }, index) => (
                <li key={url}>
                  <img
                    src={url}
                    width={width}
                    height={height}
                    alt={t('eraser.pageNumber', { number: index + 1 })}
                    loading={index < 2 ? 'eager' : 'lazy'}
                    decoding="async"
                    className="h-auto w-full rounded border border-line bg-[#ffffff]"
                  />
                </li>
              ))}
            </ol>
          </section>
          <div className="shrink-0 border-line border-t bg-sheet px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
            {problem && (
              <p role="alert" className="pb-2 text-sm">
                {problem}
              </p>
            )}
            <div className="mx-auto flex max-w-[56rem] gap-2">
              <Button
                variant={practice.isRunning ? 'secondary' : 'primary'}
                className="grow"
                loading={busy}
                onClick={() => run(practice.isRunning ? practice.pause : practice.start)}
              >
                {practice.isRunning ? <Pause size="1.125rem" /> : <Play size="1.125rem" />}
                {t(
                  practice.isRunning
                    ? 'eraser.practise.pause'
                    : practice.isBegun
                      ? 'eraser.practise.goOn'
                      : 'eraser.practise.start',
                )}
              </Button>
              {practice.isBegun && (
                <Button className="grow" onClick={() => run(practice.finish)}>
                  {t('eraser.practise.finish')}
                </Button>
              )}
            </div>
          </div>
        </>
      )}
    </dialog>
  );
}

function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    pushModal(element);
    element.querySelector('h2')?.focus({ preventScroll: true });
    return () => {
      dropModal(element);
      element.close();
    };
  }, []);
  return dialog;
}
