import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { CropFrame } from '#web/ui/cropping/crop-frame.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { usePictures } from '../pictures.ts';
import { chatPath, firstCrop, storeCropForChat } from './chat-picture.ts';

type CropSheetProps = { open: boolean; pages: readonly ImageRecord[]; title: string; onClose: () => void };

/** Crops one question of a page to ask the AI tutor about it. */
export default function CropSheet({ open, pages, title, onClose }: CropSheetProps) {
  const t = useTranslate();
  const toast = useToast();
  const navigate = useNavigate();
  const { href } = useShell();
  const pictures = usePictures();
  const picture = useRef<HTMLImageElement>(null);
  const [page, setPage] = useState(pages[0]);
  const [crop, setCrop] = useState(firstCrop);
  const askAboutCrop = () => {
    try {
      if (picture.current) storeCropForChat(picture.current, crop);
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
        <Button variant="primary" onClick={askAboutCrop} className="w-full">
          {t('eraser.ask.take')}
        </Button>
      }
    >
      <Field label={t('eraser.ask.page')}>
        <Select
          value={page?.id ?? ''}
          onChange={({ target }) => setPage(pages.find(({ id }) => id === Number(target.value)))}
          options={optionsHtml(
            pages.map(({ id, position }) => ({ id, name: t('eraser.pageNumber', { number: position }) })),
          )}
        />
      </Field>
      {page && (
        <CropFrame crop={crop} onCrop={setCrop} label={t('eraser.ask.box')} className="mt-3">
          <img
            ref={picture}
            src={pictures.page(page.id, { view: 'erased', size: 'screen', version: page.version })}
            alt={title}
            width={page.width}
            height={page.height}
            draggable={false}
            className="h-auto w-full"
          />
        </CropFrame>
      )}
    </Sheet>
  );
}
