import { readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { StartError } from '#server/ground/config/start-error.ts';

export type Domestic = (address: string) => boolean;

/** Whether an address is in one of the networks listed in a file; without a file none is. */
export async function openDomestic(path: string | undefined): Promise<Domestic> {
  if (path === undefined) return () => false;
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new StartError(
      `DOMESTIC_CIDR_FILE=${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  });
  const networks = new BlockList();
  for (const [index, line] of text.split('\n').entries()) {
    const entry = line.replace(/#.*/, '').trim();
    if (entry !== '' && !addTo(networks, entry))
      throw new StartError(`DOMESTIC_CIDR_FILE: line ${index + 1} is not a network such as 203.0.113.0/24.`);
  }
  return (text) => {
    const address = text.replace(/%.*/, '');
    const family = isIP(address);
    if (family === 0) return false;
    return networks.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

function addTo(networks: BlockList, entry: string) {
  const [address = '', bits] = entry.split('/');
  const family = isIP(address);
  const widest = family === 6 ? 128 : 32;
  const prefix = bits === undefined ? widest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (family === 0 || prefix < 0 || prefix > widest) return false;
  networks.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
  return true;
}
