import type { VoiceMode } from '#shared/voice/voice.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';

const paths: Record<VoiceMode, string> = {
  talk: '/voice',
  assessment: '/assessment',
  realworld: '/realworld',
};

const modes = Object.keys(paths) as VoiceMode[];

/** Title of the mode with links to the other two. */
export function ModeHeader({ mode }: { mode: VoiceMode }) {
  const t = useTranslate();
  const { href } = useShell();
  return (
    <header className="grid gap-4 lg:flex lg:items-end lg:justify-between">
      <div>
        <h1 className="text-2xl lg:text-3xl">{t(`voice.${mode}.title`)}</h1>
        <p className="mt-1 text-ink-2 max-lg:group-has-[[data-status]]/page:hidden">
          {t(`voice.${mode}.lead`)}
        </p>
      </div>
      <nav
        aria-label={t('voice.modes')} // On a phone a call needs the space.
        className="-mx-4 overflow-x-auto px-4 max-lg:group-has-[[data-status]]/page:hidden lg:mx-0 lg:px-0"
      >
        <ul className="flex gap-2">
          {modes.map((name) => (
            <li key={name} className="shrink-0">
              <AppLink
                to={href(paths[name])}
                aria-current={name === mode ? 'page' : undefined}
                className="inline-flex min-h-11 items-center rounded-full border border-line bg-sheet px-4 text-sm transition-colors hover:border-ink/40 aria-[current]:border-seal aria-[current]:bg-seal-soft aria-[current]:font-bold"
              >
                {t(`voice.${name}.name`)}
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
