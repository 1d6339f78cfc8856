import { useRef, useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { type Crop, cutOut, largestSquare, squared } from '#web/ui/cropping/crop.ts';
import { CropFrame } from '#web/ui/cropping/crop-frame.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

type PhotoSheetProps = { picture: Blob; onTake: (square: Blob) => void; onCancel: () => void };

/** Cuts a photo to a square around the face before it is sent; what the camera wrote into it stays behind. */
export default function PhotoSheet({ picture, onTake, onCancel }: PhotoSheetProps) {
  const t = useTranslate();
  const toast = useToast();
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<Crop>();
  const url = useObjectUrl(picture);
  const refuse = () => toast.error(t('tutorForm.notAPicture'));
  const aspect = () => (image.current?.naturalWidth ?? 1) / (image.current?.naturalHeight || 1);
  const take = () => {
    if (!image.current?.naturalWidth || !crop) return refuse();
    cutOut(image.current, crop).toBlob((square) => (square ? onTake(square) : refuse()), 'image/jpeg', 0.92);
  };
  return (
    <Sheet
      open
      onClose={onCancel}
      title={t('tutorForm.cropTitle')}
      description={t('tutorForm.cropHow')}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onCancel}>{t('tutorForm.cropCancel')}</Button>
          <Button variant="primary" onClick={take}>
            {t('tutorForm.cropTake')}
          </Button>
        </div>
      }
    >
      <CropFrame
        crop={crop ?? { left: 0, top: 0, width: 1, height: 1 }}
        onCrop={(next) => setCrop(squared(next, crop ?? next, aspect()))}
        label={t('tutorForm.cropBox')}
        className="mx-auto w-fit"
      >
        {url && (
          <img
            ref={image}
            src={url}
            alt={t('tutorForm.photo')}
            draggable={false}
            onLoad={() => setCrop(largestSquare(aspect()))}
            onError={() => {
              refuse();
              onCancel();
            }}
            className="max-h-[55dvh] w-auto max-w-full"
          />
        )}
      </CropFrame>
    </Sheet>
  );
}
