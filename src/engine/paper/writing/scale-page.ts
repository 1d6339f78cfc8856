/** The page at the size the networks want. */
import sharp from 'sharp';
import type { Constants } from '../constants.ts';
import type { Picture } from '../read-picture.ts';
import { type NetworkPage, networkPage, shared } from './network-page.ts';
import { textHeight } from './text-height.ts';

/** More would take longer than people wait, and no sheet has print for it. */
const mostPixels = 10_000_000;
/** Within these the networks do as well without scaling, and nothing is lost by it. */
const [leastWorth, mostWorth] = [0.92, 1.3];
const [smallest, largest] = [0.1, 3];

export async function networkScale(page: Picture, { print_height_px }: Constants) {
  const { size, measured } = await textHeight(page);
  // Without print there is nothing to enlarge.
  const wanted = Math.min(Math.max(print_height_px / size, smallest), measured ? largest : 1);
  const affordable = Math.sqrt(mostPixels / (page.width * page.height));
  if (wanted > leastWorth && wanted < mostWorth && affordable >= 1) return 1;
  return Math.min(wanted, affordable);
}

export async function scalePage({ data, width, height }: Picture, scale: number): Promise<NetworkPage> {
  if (scale === 1) return networkPage(shared(data), width, height);
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const resized = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(w, h, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return networkPage(shared(resized), w, h);
}
