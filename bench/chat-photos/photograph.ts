import { createRequire } from 'node:module';
import sharp from 'sharp';
import type { Random } from '../../tests/random.ts';

const fontfile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf',
);

/**
 * Renders a printed line like a phone photograph: slightly rotated, blurred, lit from one side, with grain, as a
 * JPEG.
 */
export async function photograph(line: string, random: Random): Promise<Buffer> {
  const height = 22 + random.below(30);
  const text = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const ink = await sharp({
    text: { text, fontfile, font: 'Noto Sans TC', dpi: Math.round((72 * height) / 12) },
  })
    .negate()
    .png()
    .toBuffer();
  const printed = await sharp(ink)
    .extend({ top: height, bottom: height, left: height * 2, right: height * 2, background: '#fff' })
    .rotate((random.share() - 0.5) * 2, { background: '#fff' })
    .blur(0.4 + random.share() * 0.5)
    .toColourspace('srgb')
    .png()
    .toBuffer();
  const size = await sharp(printed).metadata();
  const across = 1 + random.below(2);
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><defs>
    <linearGradient id="g" x2="${across - 1}" y2="1"><stop stop-color="#fdfcf7"/><stop offset="1" stop-color="#b9b6ae"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  const lit = await sharp(printed)
    .composite([{ input: Buffer.from(shade), blend: 'multiply' }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { data, info } = lit;
  const sigma = 4 + random.share() * 5;
  for (let at = 0; at < data.length; at += info.channels) {
    const grain = random.normal() * sigma;
    for (let channel = 0; channel < info.channels; channel += 1)
      data[at + channel] = Math.max(0, Math.min(255, (data[at + channel] as number) + grain));
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .jpeg({ quality: 80 })
    .toBuffer();
}
