import { createGate } from '#server/ground/threads/gate.ts';
import { writePdf } from '../export/write-pdf.ts';
import { writeZip } from '../export/write-zip.ts';
import type { Ocr } from '../ocr/ocr.ts';
import type { Word } from '../ocr/ocr-types.ts';
import type { Tasks } from './tasks.ts';

type Task = Tasks['export'];

const gate = createGate({ mostAtOnce: 1 });

/** Writes the PDF or zip. With a text layer every page counts half for recognition and half for writing. */
export async function exportPages(
  ocr: () => Promise<Pick<Ocr, 'recognise'>>,
  { pages, to, options, title, locale }: Task['input'],
  signal: AbortSignal,
  onPage: (done: number) => void,
): Promise<Task['output']> {
  const madeAt = new Date();
  if (options.format === 'zip') {
    await gate.inTurn(() => writeZip(pages, to, madeAt, { signal, onPage }));
    return {};
  }
  const words: (Word[] | undefined)[] = [];
  for (const [at, path] of pages.entries()) {
    if (!options.text_layer) break;
    words.push((await (await ocr()).recognise(path, { signal })).words);
    onPage(at / 2);
  }
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
    writePdf(
      withText,
      to,
      { ...layout, locale, title, madeAt },
      { signal, onPage: (done) => onPage(options.text_layer ? (pages.length + done) / 2 : done) },
    ),
  );
  return {};
}
