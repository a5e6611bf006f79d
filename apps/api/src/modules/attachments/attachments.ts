/** The public interface of the attachments module. */
export { enqueueMedia } from './inbound-media.store.ts'
export { storeBytes } from './keep-bytes.ts'
export { withReceivedFiles } from './received-files.ts'
