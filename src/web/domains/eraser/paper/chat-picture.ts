import { type Crop, cutOut } from '#web/ui/cropping/crop.ts';

const storageKey = 'mingshi:chat-picture';

/** Where one begins on a page: about one question. */
export const firstCrop: Crop = { left: 0.1, top: 0.1, width: 0.8, height: 0.3 };

/** Cuts the part out and keeps it for the chat of this tab. */
export function keepCrop(picture: HTMLImageElement, crop: Crop) {
  sessionStorage.setItem(storageKey, cutOut(picture, crop).toDataURL('image/jpeg', 0.9));
}

/** Where the chat is told that a picture waits for it. */
export const chatPath = '/aitutor?picture=1';

/** For the chat: the picture that was taken along, once. */
export function takeCrop() {
  const picture = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return picture;
}
