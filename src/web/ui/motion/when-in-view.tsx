import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { watchInView } from './in-view.ts';

/** Shows a stand-in of the same size until it comes into view: what is lazy inside is fetched only then. */
export function WhenInView({ standIn, children }: { standIn: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !box.current) return;
    return watchInView(box.current, (visible) => visible && setSeen(true));
  }, [seen]);
  return <div ref={box}>{seen ? <Suspense fallback={standIn}>{children}</Suspense> : standIn}</div>;
}
