import { Suspense, useState } from 'react';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useLogin } from '#web/shell/login.tsx';
import { useDropAndPaste } from '#web/ui/forms/use-drop-and-paste.ts';

const CropSheet = lazyPart(() => import('./crop-sheet.tsx'));

/** What a browser can draw, and so cut; the server takes the rest as it is. */
const canBeCut = /^image\/(jpeg|png|webp)$/;

/** Pictures go through the crop sheet one by one, PDFs straight on. Who is not logged in does so first. */
export function useFiles(add: (content: Blob) => void) {
  const login = useLogin();
  const { root } = useShell();
  const [waiting, setWaiting] = useState<readonly Blob[]>([]);
  const isSignedIn = Boolean(root?.aiUser.id);

  const begin = (files: readonly Blob[]) => {
    setWaiting((before) => [...before, ...files.filter(({ type }) => canBeCut.test(type))]);
    for (const file of files) if (!canBeCut.test(file.type)) add(file);
  };
  const onceSignedIn = (work: () => void) => {
    if (isSignedIn) return work();
    login.open(location.pathname + location.search, { side: 'ai', onDone: work });
  };
  const take = (files: readonly Blob[]) => onceSignedIn(() => begin(files));
  const isOver = useDropAndPaste(take);
  const [picture] = waiting;
  const next = () => setWaiting((before) => before.slice(1));
  const sheet = picture && (
    <Suspense>
      <CropSheet
        picture={picture}
        onCancel={next}
        onTake={(part) => {
          next();
          add(part);
        }}
      />
    </Suspense>
  );
  return { take, takeWhole: (picture: Blob) => onceSignedIn(() => add(picture)), isOver, sheet };
}
