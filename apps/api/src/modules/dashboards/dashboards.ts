/** The interface of this module for other modules: files that a thread writes. */

export { createExportSlots } from './export/export-thread.ts'
export { sendExport } from './export/send-export.ts'
