type Balancers = { haproxy: string; nginx: string };
/** `postgres` is the folder of its programs. */
export type ClusterPrograms = Balancers & {
  etcd: string;
  patroni: string;
  pgbouncer: string;
  postgres: string;
};
export function findOrInstallBalancers(): Promise<Balancers>;
export function findOrInstallClusterPrograms(): Promise<ClusterPrograms>;
