import { useEffect, useState } from 'react';
import type { ContactKind } from '#shared/contacts/cover-contacts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '../cx.ts';

type ContactHintProps = {
  text: string;
  /** Between two people nothing is public: it is covered until they share their numbers. */
  isPrivate?: boolean;
  className?: string;
};

/** Says, while somebody types, what of a text others will see covered. */
export function ContactHint({ text, isPrivate = false, className }: ContactHintProps) {
  const t = useTranslate();
  const [kinds, setKinds] = useState<readonly ContactKind[]>([]);
  useEffect(() => {
    let isLatest = true;
    if (text.trim() === '') setKinds([]);
    // Loaded with the first sign that is typed; most pages never need it.
    else
      import('#shared/contacts/cover-contacts.ts').then(
        ({ contactKinds }) => isLatest && setKinds(contactKinds(text)),
        // Without it nothing is said; the server covers all the same.
        () => isLatest && setKinds([]),
      );
    return () => {
      isLatest = false;
    };
  }, [text]);
  return (
    <p role="status" className={cx('text-amber text-xs', kinds.length > 0 ? className : 'sr-only')}>
      {kinds.map((kind) => (
        <span key={kind} className="block">
          {t(isPrivate ? `talk.covers.${kind}` : `ui.covers.${kind}`)}
        </span>
      ))}
    </p>
  );
}
