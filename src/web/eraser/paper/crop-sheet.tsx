import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImageRecord } from '#shared/eraser.ts';
import { useWords } from '#web/words.tsx';
import { useShell } from '../../shell/use-shell.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { optionsHtml } from '../../ui/options.ts';
import { Select } from '../../ui/select.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useToast } from '../../ui/toast.tsx';
import { usePictures } from '../pictures.ts';
import { between, chatPath, keepCrop, moved, resized, wholePage } from './chat-picture.ts';

type CropSheetProps = { open: boolean; pages: readonly ImageRecord[]; title: string; onClose: () => void };
const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const stepSize = 0.02;

/** One question of a page: drawn by finger or mouse, or by the arrow keys (with Shift, its size). */
export default function CropSheet({ open, pages, title, onClose }: CropSheetProps) {
  const t = useWords();
  const toast = useToast();
  const navigate = useNavigate();
  const { href } = useShell();
  const pictures = usePictures();
  const picture = useRef<HTMLImageElement>(null);
  const begun = useRef<readonly [number, number]>(undefined);
  const [page, setPage] = useState(pages[0]);
  const [crop, setCrop] = useState(wholePage);
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height] as const;
  };
  const draw = (event: PointerEvent<HTMLElement>) => {
    if (!begun.current) return;
    const [x, y] = placeOf(event);
    setCrop(between(...begun.current, x, y));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const [byX, byY] = [step[0] * stepSize, step[1] * stepSize];
    setCrop(event.shiftKey ? resized(crop, byX, byY) : moved(crop, byX, byY));
  };
  const take = () => {
    try {
      if (picture.current) keepCrop(picture.current, crop);
    } catch (error) {
      console.error('應用層錯誤: the question could not be cut out', error);
      return toast.error(t('eraser.ask.failed'));
    }
    return navigate(href(chatPath));
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('eraser.ask.title')}
      description={t('eraser.ask.how')}
      footer={
        <Button variant="primary" onClick={take}>
          {t('eraser.ask.take')}
        </Button>
      }
    >
      <Field label={t('eraser.ask.page')}>
        {(control) => (
          <Select
            {...control}
            value={page?.id ?? ''}
            onChange={({ target }) => setPage(pages.find(({ id }) => id === Number(target.value)))}
            options={optionsHtml(
              pages.map(({ id, position }) => ({ id, name: t('eraser.pageNumber', { number: position }) })),
            )}
          />
        )}
      </Field>
      {page && (
        <div
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            begun.current = placeOf(event);
          }}
          onPointerMove={draw}
          onPointerUp={() => {
            begun.current = undefined;
          }}
          className="relative mt-3 touch-none select-none overflow-hidden rounded border border-line"
        >
          <img
            ref={picture}
            src={pictures.page(page.id, { view: 'erased', size: 'screen', version: page.version })}
            alt={title}
            width={page.width}
            height={page.height}
            draggable={false}
            className="h-auto w-full"
          />
          <button
            type="button"
            aria-label={t('eraser.ask.box')}
            onKeyDown={onKeyDown}
            className="absolute border-2 border-seal"
            style={{
              left: `${crop.left * 100}%`,
              top: `${crop.top * 100}%`,
              width: `${crop.width * 100}%`,
              height: `${crop.height * 100}%`,
            }}
          />
        </div>
      )}
    </Sheet>
  );
}
