import { openFiles } from '#server/ground/files/open.ts';
import { filesPlace } from '#server/ground/files/place.ts';
import { silentLog } from '../database.ts';
import { peerAccount, type S3Peer } from './s3-peer.ts';

const { region, ...credentials } = peerAccount;

/** The S3 settings for the test server, as the configuration would contain them. */
export const peerSettings = (peer: Pick<S3Peer, 'endpoint'>, { links = false } = {}) => ({
  endpoint: peer.endpoint,
  region,
  pathStyle: true,
  credentials,
  links,
});

export const peerEnvironment = (peer: S3Peer) => ({
  S3_ENDPOINT: peer.endpoint,
  S3_REGION: region,
  S3_FORCE_PATH_STYLE: '1',
  S3_ACCESS_KEY_ID: credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});

export const openPeerFiles = (peer: S3Peer, options = {}) =>
  openFiles(filesPlace('s3://mingshi/tests/store', '/', peerSettings(peer, options)), silentLog);
