import { type Crop, cutOut } from '#web/ui/cropping/crop.ts';

const storageKey = 'mingshi:chat-picture';

/** Initial crop of a page: about one question. */
export const firstCrop: Crop = { left: 0.1, top: 0.1, width: 0.8, height: 0.3 };

/** Crops the picture and stores it for the chat in this tab. */
export function storeCropForChat(picture: HTMLImageElement, crop: Crop) {
  sessionStorage.setItem(storageKey, cutOut(picture, crop).toDataURL('image/jpeg', 0.9));
}

/** Address of the chat that tells it to pick up the picture. */
export const chatPath = '/aitutor?picture=1';

/** Returns the stored picture once, for the chat. */
export function takeCrop() {
  const picture = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return picture;
}
