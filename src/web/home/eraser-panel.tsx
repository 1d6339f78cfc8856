import { lazy } from 'react';
import { useWords } from '#web/words.tsx';
import { useShell } from '../shell/use-shell.tsx';
import { DeskPoster } from '../ui/drawings/desk-poster.tsx';
import { InfoPanel } from '../ui/info-panel.tsx';
import { WhenInView } from '../ui/when-in-view.tsx';

const Lottie = lazy(async () => {
  try {
    return { default: (await import('../ui/lottie.tsx')).Lottie };
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
