import { useEffect, useState } from 'react';

/** An address for a file that is here, until it is shown no more; undefined before there is one. */
export function useObjectUrl(content: Blob | undefined) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!content) return;
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url;
}
