import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { LogInFirst } from '#web/shell/log-in-first.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EraserDrawing } from '#web/ui/drawings/eraser.tsx';
import { FindDrawing } from '#web/ui/drawings/find.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { isFiltered, type View } from './view.ts';

type LibraryEmptyProps = { view: View; signedOut: boolean; onClear: (changes: Partial<View>) => void };

/** Nobody is logged in, nothing fits, or nothing is there yet. */
export function LibraryEmpty({ view, signedOut, onClear }: LibraryEmptyProps) {
  const t = useWords();
  const { href } = useShell();
  if (signedOut)
    return <LogInFirst title={t('eraser.library.signedOutTitle')} text={t('eraser.library.signedOutText')} />;
  if (isFiltered(view) || view.page > 1)
    return (
      <EmptyState
        drawing={<FindDrawing />}
        title={t('eraser.library.noneTitle')}
        text={t('eraser.library.noneText')}
        action={
          <Button variant="primary" onClick={() => onClear({ grade: 0, major: 0, other: 0, search: '' })}>
            {t('eraser.library.clear')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      drawing={<EraserDrawing />}
      title={t(`eraser.library.empty.${view.tab}`)}
      text={t(`eraser.library.emptyText.${view.tab}`)}
      action={
        view.tab !== 'trash' && (
          <ButtonLink to={href('/erase')} variant="primary">
            {t('eraser.library.new')}
          </ButtonLink>
        )
      }
    />
  );
}
