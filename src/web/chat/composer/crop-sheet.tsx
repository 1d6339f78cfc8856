import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useWords } from '#web/words.tsx';
import { between, type Crop, cutOut, moved, resized } from '../../eraser/paper/chat-picture.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useToast } from '../../ui/toast.tsx';

type CropSheetProps = {
  picture: Blob;
  onTake: (part: Blob) => void;
  onCancel: () => void;
};

const whole: Crop = { left: 0, top: 0, width: 1, height: 1 };
const stepSize = 0.02;
const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Which part of a picture is the question: drawn by finger or mouse, or by the arrow keys (with Shift, its size). */
export default function CropSheet({ picture, onTake, onCancel }: CropSheetProps) {
  const t = useWords();
  const toast = useToast();
  const image = useRef<HTMLImageElement>(null);
  const begun = useRef<readonly [number, number]>(undefined);
  const [crop, setCrop] = useState(whole);
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    setCrop(whole);
    return () => URL.revokeObjectURL(made);
  }, [picture]);

  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height] as const;
  };
  const draw = (event: PointerEvent<HTMLElement>) => {
    if (!begun.current) return;
    const [x, y] = placeOf(event);
    // A tap is no frame: the one before stays.
    if (Math.hypot(x - begun.current[0], y - begun.current[1]) < 0.03) return;
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
    if (!image.current?.naturalWidth) return toast.error(t('chat.notAPicture'));
    cutOut(image.current, crop).toBlob(
      (part) => (part ? onTake(part) : toast.error(t('chat.notAPicture'))),
      'image/jpeg',
      0.9,
    );
  };
  return (
    <Sheet
      open
      onClose={onCancel}
      title={t('chat.cropTitle')}
      description={t('chat.cropHow')}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setCrop(whole)}>{t('chat.cropWhole')}</Button>
          <Button variant="primary" onClick={take}>
            {t('chat.cropTake')}
          </Button>
        </div>
      }
    >
      <div
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          begun.current = placeOf(event);
        }}
        onPointerMove={draw}
        onPointerUp={() => {
          begun.current = undefined;
        }}
        className="relative mx-auto w-fit touch-none select-none overflow-hidden rounded border border-line"
      >
        {url && (
          <img
            ref={image}
            src={url}
            alt={t('chat.picture')}
            draggable={false}
            className="max-h-[55dvh] w-auto max-w-full"
          />
        )}
        {/* What is left out is dimmed by the shadow of what is taken. */}
        <button
          type="button"
          aria-label={t('chat.cropBox')}
          onKeyDown={onKeyDown}
          className="absolute border-2 border-seal shadow-[0_0_0_200vmax_rgb(0_0_0/0.45)]"
          style={{
            left: `${crop.left * 100}%`,
            top: `${crop.top * 100}%`,
            width: `${crop.width * 100}%`,
            height: `${crop.height * 100}%`,
          }}
        />
      </div>
    </Sheet>
  );
}
