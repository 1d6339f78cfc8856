import { useEffect, useState } from 'react';

export type ScreenClass = 'sm' | 'md' | 'lg' | 'xl' | '2xl';

function screenClassOf(width: number): ScreenClass {
  if (width >= 1536) return '2xl';
  if (width >= 1280) return 'xl';
  if (width >= 1024) return 'lg';
  if (width >= 768) return 'md';
  return 'sm';
}

/**
 * A phone stays sm. Other devices start as lg, as rendered by the server, and then follow the window width.
 */
export function useScreenClass(mobile: boolean): ScreenClass {
  const [screen, setScreen] = useState<ScreenClass>(mobile ? 'sm' : 'lg');
  useEffect(() => {
    if (mobile) return;
    const follow = () => setScreen(screenClassOf(window.innerWidth));
    follow();
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, [mobile]);
  return screen;
}
