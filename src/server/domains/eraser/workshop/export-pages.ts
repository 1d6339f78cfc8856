import { whiten } from '#engine/paper/writing/whiten.ts';
import { createGate } from '#server/ground/threads/gate.ts';
import { writePdf } from '../export/write-pdf.ts';
import { writeZip } from '../export/write-zip.ts';
import type { Ocr } from '../ocr/ocr.ts';
import type { Word } from '../ocr/ocr-types.ts';
import { readPixels, writePng } from './pictures.ts';
import type { Tasks } from './tasks.ts';

type Task = Tasks['export'];

const gate = createGate({ mostAtOnce: 1 });

/** A page with white paper, beside the one it is made from. */
async function whitened(path: string) {
  const page = await readPixels(path);
  whiten(page);
  const to = `${path}-white.png`;
  await writePng(page, to);
  return to;
}

/** Writes the PDF or zip. Whitening, recognising text and writing each count the same for every page. */
export async function exportPages(
  ocr: () => Promise<Pick<Ocr, 'recognise'>>,
  { pages: stored, to, options, title, locale }: Task['input'],
  signal: AbortSignal,
  onPage: (done: number) => void,
): Promise<Task['output']> {
  const madeAt = new Date();
  const isWhite = options.whiten && options.view === 'erased';
  const hasText = options.format === 'pdf' && options.text_layer;
  const stages = 1 + Number(isWhite) + Number(hasText);
  let ended = 0;
  const onStage = (done: number) => onPage((ended * stored.length + done) / stages);

  const pages: string[] = [];
  for (const [at, path] of stored.entries()) {
    signal.throwIfAborted();
    pages.push(isWhite ? await gate.inTurn(() => whitened(path)) : path);
    if (isWhite) onStage(at + 1);
  }
  ended += Number(isWhite);
  if (options.format === 'zip') {
    await gate.inTurn(() => writeZip(pages, to, madeAt, { signal, onPage: onStage }));
    return {};
  }
  const words: (Word[] | undefined)[] = [];
  // Text is read from the page as it is stored: its reader knows photographs.
  for (const [at, path] of stored.entries()) {
    if (!hasText) break;
    words.push((await (await ocr()).recognise(path, { signal })).words);
    onStage(at + 1);
  }
  ended += Number(hasText);
  const withText = pages.map((path, at) => ({ path, ...(words[at] && { words: words[at] }) }));
  const layout = {
    size: options.size,
    orientation: options.orientation,
    margin: options.margin,
    perSheet: options.per_sheet,
    pageNumbers: options.page_numbers,
    hasHeading: options.name_line,
  };
  await gate.inTurn(() =>
    writePdf(withText, to, { ...layout, locale, title, madeAt }, { signal, onPage: onStage }),
  );
  return {};
}
