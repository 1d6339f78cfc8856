import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

/** Reports when the element enters and leaves the window. Returns a function that stops watching. */
export function watchInView(element: Element, onChange: (visible: boolean) => void): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    onChange(true);
    return () => {};
  }
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1);
    if (last) onChange(last.isIntersecting);
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** Shows a placeholder of the same size until it comes into view; lazy children are loaded only then. */
export function WhenInView({ standIn, children }: { standIn: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !box.current) return;
    return watchInView(box.current, (visible) => visible && setSeen(true));
  }, [seen]);
  return <div ref={box}>{seen ? <Suspense fallback={standIn}>{children}</Suspense> : standIn}</div>;
}
