import { useRemote } from '#web/ground/api/use-remote.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { HeartButton, type Kept, useHearts } from './heart-button.tsx';

/** The heart on the page of one tutor or case. */
export function SaveHere({ of }: { of: Kept }) {
  const { root } = useShell();
  const userId = root?.user.id ?? 0;
  // Until it is known, the heart is empty; a tap then keeps, which is never wrong.
  const { value } = useRemote({
    key: String(userId),
    read: (api) => api('GET /api/users/saved'),
    when: userId > 0,
  });
  const hearts = useHearts(value ? value[of.about === 'tutor' ? 'tutors' : 'cases'] : null);
  return <HeartButton of={of} hearts={hearts} labelled />;
}
