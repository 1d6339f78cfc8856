import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { intakeRefusals } from '#server/domains/eraser/intake/refusals.ts';
import type { EraserTools } from '#server/domains/eraser/tools.ts';
import type { DrawFirstPage } from '#server/domains/messages/talk-files.ts';
import { AppError } from '#server/ground/http/errors.ts';

/** Messages have the pages of their files drawn by the eraser's readers, which are processes of their own. */
export const firstPageDrawer =
  ({ scratch, intake }: Pick<EraserTools, 'scratch' | 'intake'>): DrawFirstPage =>
  (file, locale) =>
    scratch.use(async (folder) => {
      const [path, to] = [join(folder, 'file'), join(folder, 'page')];
      await writeFile(path, file, { mode: 0o600 });
      const probed = await intake.probe(path);
      const refused = 'refused' in probed ? probed : await intake.drawPage(path, 0, to);
      if ('refused' in refused)
        throw new AppError('wrongType', { fields: { file: intakeRefusals[refused.refused][locale] } });
      return { picture: await readFile(to), pages: 'pages' in probed ? probed.pages.length : 1 };
    });
