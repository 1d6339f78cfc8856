/** Reads and hashes a file away from the page, which stays smooth. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  try {
    self.postMessage({ hash: await crypto.subtle.digest('SHA-256', await file.arrayBuffer()) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
