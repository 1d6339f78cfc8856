/** A PDF made of these objects, numbered from 1. They are not validated, so that they can be malformed. */
export function rawPdf(objects: (string | Buffer)[], trailer = '/Root 1 0 R'): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  const add = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    at += bytes.length;
  };
  objects.forEach((object, index) => {
    offsets.push(at);
    add(`${index + 1} 0 obj\n`);
    add(object);
    add('\nendobj\n');
  });
  const table = at;
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) add(`${String(offset).padStart(10, '0')} 00000 n \n`);
  add(`trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}

export const stream = (dict: string, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dict} /Length ${content.length} >>\nstream\n`),
    Buffer.from(content as string, 'latin1'),
    Buffer.from('\nendstream'),
  ]);

/** A PDF with one page: its content is object 4, and its resources may refer to `more` from object 5 on. */
export const onePage = (
  content: string | Buffer,
  { resources = '', box = '0 0 595 842', page = '', more = [] as (string | Buffer)[] } = {},
) =>
  rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << ${resources} >> ${page} >>`,
    typeof content === 'string' ? stream('', content) : content,
    ...more,
  ]);
