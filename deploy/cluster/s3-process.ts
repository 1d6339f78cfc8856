import { startS3Peer } from '../../tests/s3/s3-peer.ts';
import { StoredObjects } from '../../tests/s3/stored-objects.ts';

// The S3-compatible peer of the tests as a process that may be killed: s3-process.ts PORT FOLDER
const [port, folder = ''] = process.argv.slice(2);
await startS3Peer({ port: Number(port), objects: new StoredObjects(folder) });
