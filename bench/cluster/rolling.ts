import { type Cluster, untilUp } from '../../deploy/cluster/cluster.ts';
import { loadSteadily } from '../../tests/cluster/steady-load.ts';

const paths = ['/', '/faq', '/api/common_info/grade', '/api/common_info/region', '/api/common_info/weekday'];

/** Rolling restart: restarts every web process, one after the other, under a steady load of requests. */
export async function restartAll({ address, web }: Cluster, perSecond: number) {
  const load = loadSteadily(address, perSecond, (at) => ({
    path: paths[at % paths.length] as string,
    headers: { 'accept-language': 'zh-Hant' },
  }));
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  for (const process of web) {
    const before = process.starts();
    await process.restart();
    while (process.starts() === before) await new Promise((resolve) => setTimeout(resolve, 50));
    await untilUp(process);
    // The load balancer's health check runs every half second.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  return load.stop();
}
