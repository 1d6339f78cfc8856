const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

/** Escapes text for HTML content and double-quoted attributes. */
export const escaped = (text: string) => text.replace(/[&<"]/g, (character) => entities[character] ?? '');

/** 340 KB, 2.1 MB. */
export const fileSize = (bytes: number) =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
