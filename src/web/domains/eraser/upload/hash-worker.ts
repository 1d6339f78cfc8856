/** Reads and hashes a file in a worker, so that the page stays responsive. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  try {
    self.postMessage({ hash: await crypto.subtle.digest('SHA-256', await file.arrayBuffer()) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
