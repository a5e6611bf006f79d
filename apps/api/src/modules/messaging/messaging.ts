/** The public interface of the messaging module. */
export { ended, handOverMail, type MailEnd, type MailKind } from './mail-hand-over.ts'
export { createMailQueue, type LeasedMail } from './mail-queue.ts'
export { type MailingOptions, startMailWorker } from './mail-worker.ts'
export { addMail, countMail } from './mails.store.ts'
export { notify } from './notify.ts'
