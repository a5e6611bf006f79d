/** The public interface of the attachments module. */
export { enqueueMedia } from './inbound-media.store.ts'
export { withStoredBytes } from './keep-bytes.ts'
export { examineOne, type Taken, withOneFile } from './one-file.ts'
export { withReceivedFiles } from './received-files.ts'
export { releaseBytes } from './uploads.store.ts'
