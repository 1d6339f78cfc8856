import { useTranslation } from 'react-i18next';
import { useShell } from '../shell/use-shell.ts';
import { DeskPoster } from '../ui/drawings.tsx';
import { InfoPanel } from '../ui/info-panel.tsx';
import { Lottie } from '../ui/lottie.tsx';

/** The eraser explained by an animation of what it does. */
export function EraserPanel() {
  const { t } = useTranslation();
  const { href } = useShell();
  return (
    <InfoPanel
      className="border-line border-t py-10 lg:py-14"
      img={
        <Lottie
          animationLink="/animations/desk.json"
          label={t('home.animation')}
          controls
          poster={<DeskPoster />}
        />
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
