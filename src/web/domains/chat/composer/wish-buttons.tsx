import type { Wish } from '#shared/chat/chat.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { ChipButton } from '#web/ui/chip.tsx';

type WishButtonsProps = { wish: Wish | undefined; onWish: (wish: Wish | undefined) => void };

/** A hint first, or the whole solution; with neither, the words of the question decide. */
export function WishButtons({ wish, onWish }: WishButtonsProps) {
  const t = useWords();
  return (['hint', 'answer'] as const).map((one) => (
    <ChipButton
      key={one}
      selected={wish === one}
      onClick={() => onWish(wish === one ? undefined : one)}
      // Both in one line of a phone, in English too.
      className="[&>span]:max-sm:px-2"
    >
      {t(`chat.wish.${one}`)}
    </ChipButton>
  ));
}
