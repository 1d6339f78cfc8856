import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId, useState } from 'react';
import { cx } from '#web/ui/cx.ts';

type OptionalPartProps = {
  title: string;
  /** Something in it is filled in or wrong, so it must be visible. */
  needed: boolean;
  children: ReactNode;
};

/** Fields that most families leave unchanged, behind a button. */
export function OptionalPart({ title, needed, children }: OptionalPartProps) {
  const panel = useId();
  const [opened, setOpened] = useState(needed);
  const [wasNeeded, setWasNeeded] = useState(needed);
  if (needed !== wasNeeded) {
    setWasNeeded(needed);
    // It stays open: a field that is emptied again must not disappear under the cursor.
    if (needed) setOpened(true);
  }
  return (
    <div className="grid gap-5">
      <button
        type="button"
        aria-expanded={opened}
        aria-controls={panel}
        onClick={() => setOpened(!opened)}
        className="inline-flex min-h-11 items-center gap-1 justify-self-start text-sm underline underline-offset-4"
      >
        {title}
        <ChevronDown size="1.125rem" className={cx('transition-transform', opened && 'rotate-180')} />
      </button>
      <div id={panel} hidden={!opened} className={opened ? 'grid gap-6' : undefined}>
        {opened && children}
      </div>
    </div>
  );
}
