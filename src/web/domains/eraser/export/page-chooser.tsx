import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { usePictures } from '../pictures.ts';

/** A page, and whether it is exported. */
export type Choice = { page: ImageRecord; isIn: boolean };

type PageChooserProps = { choices: readonly Choice[]; onChange: (choices: readonly Choice[]) => void };

/** Chooses the pages to export and their order. */
export function PageChooser({ choices, onChange }: PageChooserProps) {
  const t = useTranslate();
  const pictures = usePictures();
  const move = (from: number, to: number) => {
    const [one, other] = [choices[from], choices[to]];
    if (one && other) onChange(choices.with(from, other).with(to, one));
  };
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {choices.map((choice, at) => {
        const { page, isIn } = choice;
        return (
          <li key={page.id} className="flex items-center gap-2 rounded-card border border-line bg-sheet pr-1">
            <label className="flex min-h-11 min-w-0 grow cursor-pointer items-center gap-3 py-1 pl-3">
              <input
                type="checkbox"
                checked={isIn}
                onChange={() => onChange(choices.with(at, { page, isIn: !isIn }))}
                className="size-5 shrink-0 accent-seal"
              />
              <img
                src={pictures.page(page.id, { view: 'erased', size: 'thumb', version: page.version })}
                alt=""
                loading="lazy"
                decoding="async"
                className="h-14 w-10 shrink-0 rounded border border-line bg-[#ffffff] object-contain"
              />
              <span className="min-w-0 truncate text-sm">
                <span className="text-ink-2 tabular-nums">{page.position}.</span> {page.name}
              </span>
            </label>
            <IconButton
              label={t('eraser.paper.earlier', { number: page.position })}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            >
              <ArrowUp size="1.125rem" />
            </IconButton>
            <IconButton
              label={t('eraser.paper.later', { number: page.position })}
              disabled={at === choices.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <ArrowDown size="1.125rem" />
            </IconButton>
          </li>
        );
      })}
    </ol>
  );
}
