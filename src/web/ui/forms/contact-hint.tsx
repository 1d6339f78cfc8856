import { useEffect, useState } from 'react';
import type { ContactKind } from '#shared/contacts/cover-contacts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '../cx.ts';

/** Says, while somebody types, what of a text others will see covered. */
export function ContactHint({ text, className }: { text: string; className?: string }) {
  const t = useTranslate();
  const [kind, setKind] = useState<ContactKind>();
  useEffect(() => {
    let isLatest = true;
    if (text.trim() === '') setKind(undefined);
    // Loaded with the first sign that is typed; most pages never need it.
    else
      import('#shared/contacts/cover-contacts.ts').then(
        ({ findContacts }) => isLatest && setKind(findContacts(text)[0]?.kind),
        // Without it nothing is said; the server covers all the same.
        () => isLatest && setKind(undefined),
      );
    return () => {
      isLatest = false;
    };
  }, [text]);
  return (
    <p role="status" className={cx('text-amber text-xs', kind ? className : 'sr-only')}>
      {kind && t(`ui.covers.${kind}`)}
    </p>
  );
}
