/** A multipart/form-data body as a browser sends it. */
export function multipartBody(
  fields: Record<string, string>,
  file?: { field?: string; name: string; type: string; bytes: Uint8Array },
) {
  const boundary = '----mingshi-test-boundary';
  const parts: Uint8Array[] = [];
  const text = (value: string) => parts.push(Buffer.from(value));
  for (const [name, value] of Object.entries(fields))
    text(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  if (file) {
    const disposition = `form-data; name="${file.field ?? 'file'}"; filename="${file.name}"`;
    text(`--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${file.type}\r\n\r\n`);
    parts.push(file.bytes);
    text('\r\n');
  }
  text(`--${boundary}--\r\n`);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat(parts),
  };
}
