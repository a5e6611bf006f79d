/** What other modules use of attachments. */
export { addAttachments } from './attachments.store.ts'
export { enqueueMedia } from './inbound-media.store.ts'
export { storeBytes } from './keep-bytes.ts'
