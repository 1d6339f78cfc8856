import type { ComponentType, ReactNode } from 'react';
import type { Messages } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EraserDrawing, LetterDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

/** Shown instead of an account page when the session has ended: offers login and returns here afterwards. */
export function SignedOut({ title, text }: { title: string; text?: string }) {
  const t = useTranslate();
  const login = useLogin();
  return (
    <div className="py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{title}</h1>
      <EmptyState
        drawing={<LetterDrawing />}
        title={t('login.endedTitle')}
        text={text ?? t('login.endedText')}
        action={
          <Button variant="primary" onClick={() => login.open()}>
            {t('login.title')}
          </Button>
        }
      />
    </div>
  );
}

/** Shown instead of a page that requires login; login returns here. */
export function LogInFirst({
  title,
  text,
  drawing = <EraserDrawing />,
}: {
  title: string;
  text: string;
  drawing?: ReactNode;
}) {
  const t = useTranslate();
  const login = useLogin();
  return (
    <EmptyState
      drawing={drawing}
      title={title}
      text={text}
      action={
        <Button variant="primary" onClick={() => login.open({ side: 'ai', reason: 'papers' })}>
          {t('login.title')}
        </Button>
      }
    />
  );
}

type Rooms = Messages['rooms'];
type RoomWords = Record<'lead' | 'emptyTitle' | 'emptyText', string>;
type RoomName = { [K in keyof Rooms]: Rooms[K] extends RoomWords ? K : never }[keyof Rooms];
type ActionName = { [K in keyof Rooms]: Rooms[K] extends string ? K : never }[keyof Rooms];

/** A page without content yet: what it is, why it is empty, and one suggested action. */
export function EmptyPage(props: {
  name: RoomName;
  drawing: ComponentType;
  action?: ActionName;
  to?: string;
}) {
  const { name, drawing: Drawing, action = 'home', to = '/' } = props;
  const t = useTranslate();
  const { root, row, href } = useShell();
  if (row?.gate && root?.user.id === 0) return <SignedOut title={t(`rooms.${name}.title`)} />;
  return (
    <div className="py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t(`rooms.${name}.title`)}</h1>
      <p className="mt-1 mb-8 max-w-[40rem] text-ink-2">{t(`rooms.${name}.lead`)}</p>
      <EmptyState
        drawing={<Drawing />}
        title={t(`rooms.${name}.emptyTitle`)}
        text={t(`rooms.${name}.emptyText`)}
        action={
          <ButtonLink to={href(to)} variant="secondary">
            {t(`rooms.${action}`)}
          </ButtonLink>
        }
      />
    </div>
  );
}
