/** A data URL as the picture it is; fetch would do it as well, but the page's policy lets it go to our own addresses only. */
export function pictureOf(dataUrl: string | null) {
  const [, type, data] = /^data:(image\/[a-z]+);base64,(.+)$/.exec(dataUrl ?? '') ?? [];
  if (!data) return undefined;
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: type ?? '' });
}
