import { fetchFile } from '#web/ground/api/save-file.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { cx } from '#web/ui/cx.ts';
import { Portrait } from '#web/ui/portrait.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

type Fetching = Parameters<typeof fetchFile>[0];

/** One's own photo needs the token where it is not public. */
async function readPhoto(api: Fetching, base: string) {
  const { photo } = await api('GET /api/users/tutor_photo');
  if (!photo) return { photo: undefined };
  const file = await fetchFile(api, `${base}/api/common_info/tutor_photo/${photo}-384.webp`);
  return { photo: await file.blob() };
}

export function useOwnPhoto() {
  const { root } = useShell();
  const base = root?.settings.apiBase ?? '';
  const own = useRemote({ read: async (api) => readPhoto(api, base) });
  return { photo: useObjectUrl(own.value?.photo), reload: own.reload };
}

type OwnPortraitProps = { photo: string | undefined; drawn: number | null; name: string; className: string };

/** What families will see beside the name: the photo, else the drawing, else the surname. */
export function OwnPortrait({ photo, drawn, name, className }: OwnPortraitProps) {
  if (photo)
    return (
      <img src={photo} alt="" width={96} height={96} className={cx('rounded-card object-cover', className)} />
    );
  return (
    <Portrait
      portrait={drawn ? `drawn-${drawn}` : null}
      surname={name.trim() || '？'}
      className={className}
      isFirst
    />
  );
}

/** The same where nothing is changed. */
export function ShownPortrait({ drawn, name }: { drawn: number | null; name: string }) {
  const { photo } = useOwnPhoto();
  return <OwnPortrait photo={photo} drawn={drawn} name={name} className="size-16 text-3xl" />;
}
