import { parentPort } from 'node:worker_threads';
import { readChineseFont } from '#server/ground/files/chinese-font.ts';
import type { ExportAnswer, ExportRequest } from './export-types.ts';
import { writePdf } from './write-pdf.ts';
import { writeZip } from './write-zip.ts';

const tell = (answer: ExportAnswer) => parentPort?.postMessage(answer);
const onPage = (page: number) => tell({ page });
let font: Promise<Buffer> | undefined;

parentPort?.on('message', async (request: ExportRequest) => {
  try {
    if (request.kind === 'zip') {
      tell({ done: { sheets: 0, ...(await writeZip(request.pages, request.to, request.options, onPage)) } });
      return;
    }
    font ??= readChineseFont();
    tell({ done: await writePdf(request.pages, request.to, request.options, await font, onPage) });
  } catch (error) {
    tell({ failed: String(error) });
  }
});
