import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { type Crop, cutOut } from '#web/ui/cropping/crop.ts';
import { CropFrame } from '#web/ui/cropping/crop-frame.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

type CropSheetProps = {
  picture: Blob;
  onTake: (part: Blob) => void;
  onCancel: () => void;
};

const whole: Crop = { left: 0, top: 0, width: 1, height: 1 };

/** Lets the user crop a picture to the question. */
export default function CropSheet({ picture, onTake, onCancel }: CropSheetProps) {
  const t = useTranslate();
  const toast = useToast();
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState(whole);
  const url = useObjectUrl(picture);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture starts uncropped
  useEffect(() => setCrop(whole), [picture]);

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
      <CropFrame crop={crop} onCrop={setCrop} label={t('chat.cropBox')} className="mx-auto w-fit">
        {url && (
          <img
            ref={image}
            src={url}
            alt={t('chat.picture')}
            draggable={false}
            className="max-h-[55dvh] w-auto max-w-full"
          />
        )}
      </CropFrame>
    </Sheet>
  );
}
