import { lazy } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { DeskPoster } from '#web/ui/drawings/desk-poster.tsx';
import { InfoPanel } from '#web/ui/info-panel.tsx';
import { WhenInView } from '#web/ui/motion/when-in-view.tsx';

const Lottie = lazy(async () => {
  try {
    return { default: (await import('#web/ui/motion/lottie.tsx')).Lottie };
  } catch (error) {
    console.error('應用層錯誤: animation did not load', error);
    return { default: () => <DeskPoster /> };
  }
});

/** The eraser explained by an animation of what it does. */
export function EraserPanel() {
  const t = useWords();
  const { href } = useShell();
  return (
    <InfoPanel
      className="in-view-only border-line border-t py-10 lg:py-14"
      img={
        <WhenInView standIn={<DeskPoster />}>
          <Lottie
            animationLink="/animations/desk.json"
            label={t('home.animation')}
            controls
            poster={<DeskPoster />}
          />
        </WhenInView>
      }
      title={[t('home.panelTitle')]}
      content={[t('home.panelText1'), t('home.panelText2')]}
      buttons={[
        { label: t('home.panelTry'), to: href('/erase'), primary: true },
        { label: t('home.panelTerms'), to: `${href('/terms-conditions')}?doc=eraser` },
      ]}
    />
  );
}
