import { openExporter } from '../export/exporter.ts';
import type { Ocr } from '../ocr/ocr.ts';
import type { Word } from '../ocr/ocr-types.ts';
import type { Tasks } from './tasks.ts';

type Task = Tasks['export'];

const exporter = openExporter();

/** With text to search, every page counts twice: once read, once written. */
export async function exportPages(
  ocr: () => Promise<Pick<Ocr, 'recognise'>>,
  { pages, to, options, title, locale }: Task['given'],
  signal: AbortSignal,
  onPage: (done: number) => void,
): Promise<Task['made']> {
  const madeAt = new Date();
  if (options.format === 'zip') {
    await exporter.zip(
      pages.map((path) => ({ path })),
      to,
      { madeAt },
      { signal, onPage },
    );
    return {};
  }
  const words: (Word[] | undefined)[] = [];
  for (const [at, path] of pages.entries()) {
    if (!options.text_layer) break;
    words.push((await (await ocr()).recognise(path, { signal })).words);
    onPage(at / 2);
  }
  await exporter.pdf(
    pages.map((path, at) => ({ path, ...(words[at] && { words: words[at] }) })),
    to,
    {
      size: options.size,
      orientation: options.orientation,
      margin: options.margin,
      perSheet: options.per_sheet,
      pageNumbers: options.page_numbers,
      ...(options.name_line && { heading: { name: '', class: '', date: '' } }),
      locale,
      title,
      madeAt,
    },
    { signal, onPage: (done) => onPage(options.text_layer ? (pages.length + done) / 2 : done) },
  );
  return {};
}
