import { useEffect, useState } from 'react';

/** An object URL for a blob, revoked when no longer shown; undefined before it is created. */
export function useObjectUrl(content: Blob | undefined) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!content) return;
    const created = URL.createObjectURL(content);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [content]);
  return url;
}
