/** Keeps files that were uploaded for themselves, and serves them and the documents of referrals. */
import * as calls from '@foyer/contracts/imports/record-calls.ts'
import { fileChanged } from '@foyer/contracts/imports/record-events.ts'
import { appendEvents, newEvent, readHead } from '../../events/append.ts'
import { serveFile } from '../../files/serve-file.ts'
import { positionCursor } from '../../http/paging.ts'
import { notFound } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { releaseBytes, withOneFile } from '../attachments/attachments.ts'
import { findStaff } from '../organizations/organizations.ts'
import { fileAddress } from '../records/kept-files.rules.ts'
import { findDocument, removeDocument } from '../records/records.ts'
import { addStoredFile, deleteStoredFile, findStoredFile, listStoredFiles } from './stored-files.store.ts'

const CURSOR = positionCursor('stored files')

export function storedFileRoutes(parts: Services): Route[] {
  const { clock, files: storage } = parts
  return [
    route(calls.uploadCommonFile, ({ files, caller, organizationId, write }) =>
      withOneFile(parts, { organizationId, files, part: 'file' }, ({ file, claim }) =>
        write(async (tx) => {
          const at = clock.now()
          const [, staff] = await Promise.all([claim(tx), findStaff(tx, organizationId, caller.userId)])
          const { id: _id, name, size, contentType } = file
          const data = { url: fileAddress(organizationId, _id), _id, name, size, contentType }
          const by = { createdAt: at.toISOString(), createdBy: caller.userId, createdByName: staff?.name ?? '' }
          const record = ({ seq: version }: { readonly seq: number }) => {
            const listed = { ...data, ...by, organizationId, removed: false, version }
            addStoredFile(tx, listed)
            return newEvent(fileChanged, listed)
          }
          await appendEvents(tx, { organizationId, at }, [{ record }])
          return { code: 'ok' as const, data }
        }),
      ),
    ),

    route(calls.storedFiles, ({ query, organizationId, read }) => {
      const after = CURSOR.read(query.cursor)
      return read(async (tx) => {
        const [{ seq, epoch }, { files: data, end }] = await Promise.all([
          readHead(tx, organizationId),
          listStoredFiles(tx, { organizationId, after, limit: query.limit }),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: CURSOR.write(end) }
      })
    }),

    route(calls.storedFile, async ({ query: { fileId: id }, organizationId, read, req, res }) => {
      const key = { organizationId, id }
      const [stored, document] = await read((tx) => Promise.all([findStoredFile(tx, key), findDocument(tx, key)]))
      const file = stored ?? document
      if (!file) throw notFound()
      await serveFile(storage, { ...file, id }, { req, res })
      return undefined
    }),

    route(calls.removeStoredFile, ({ body: { fileId: id }, organizationId, write }) =>
      write(async (tx) => {
        const at = clock.now()
        const key = { organizationId, id }
        const [removed, document] = await Promise.all([deleteStoredFile(tx, key), findDocument(tx, key)])
        if (!removed && !document) throw notFound()
        if (document) await removeDocument(tx, { organizationId, at }, document)
        if (removed) {
          releaseBytes(tx, organizationId, [id])
          const record = ({ seq: version }: { readonly seq: number }) =>
            newEvent(fileChanged, { ...removed, removed: true, version })
          await appendEvents(tx, { organizationId, at }, [{ record }])
        }
        return { code: 'ok' as const, data: { _id: id } }
      }),
    ),
  ]
}
