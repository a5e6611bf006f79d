import type { Module } from '../module.ts'
import { attachmentRoutes } from './attachments.routes.ts'
import type { AttachmentTables } from './attachments.tables.ts'
import { downloadRoutes } from './download.routes.ts'
import { startFileSweep } from './file-sweep.ts'
import { startMediaFetching } from './media-fetching.ts'

export const attachmentsModule: Module = {
  name: 'attachments',
  tables: ['attachments', 'uploads', 'media_fetches'] satisfies (keyof AttachmentTables)[],
  routes: (parts) => [...attachmentRoutes(), ...downloadRoutes(parts)],
  workers: (parts) => [startMediaFetching(parts), startFileSweep(parts)],
}
