/** Lists, reads, cancels and names. */

import { isCancelable, maySendAgain } from '@foyer/contracts/fax/fax.rules.ts'
import * as calls from '@foyer/contracts/fax/fax-calls.ts'
import { readHead } from '../../events/append.ts'
import { serveFile } from '../../files/serve-file.ts'
import { positionCursor } from '../../http/paging.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { dueFaxes } from './fax-queue.store.ts'
import { changeFax, findFax, listFaxes, lockFax } from './faxes.store.ts'
import { listRecipients, nameNumber } from './names.store.ts'
import { checkNumber, queueFax } from './new-fax.ts'

const CURSOR = positionCursor('faxes')

export function faxRoutes(parts: Services): Route[] {
  const { clock, files } = parts
  return [
    route(calls.faxes, ({ query, organizationId, read }) => {
      const { status, search = '', number, limit } = query
      const after = CURSOR.read(query.cursor)
      return read(async (tx) => {
        const [{ seq, epoch }, { faxes: data, end }] = await Promise.all([
          readHead(tx, organizationId),
          listFaxes(tx, { organizationId, status, search, number, after, limit }),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: CURSOR.write(end) }
      })
    }),

    route(calls.fax, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, found] = await Promise.all([
          readHead(tx, organizationId),
          findFax(tx, organizationId, query.faxId),
        ])
        if (!found) throw notFound()
        return { code: 'ok' as const, data: found.fax, asOf: seq, epoch }
      }),
    ),

    route(calls.faxFileBytes, async ({ query, organizationId, read, req, res }) => {
      const found = await read((tx) => findFax(tx, organizationId, query.faxId))
      if (!found) throw notFound()
      await serveFile(files, { id: found.work.fileId, ...found.fax.file }, { req, res })
      return undefined
    }),

    route(calls.faxRecipients, ({ query, organizationId, read }) => {
      const { search = '', limit } = query
      return read(async (tx) => ({
        code: 'ok' as const,
        data: await listRecipients(tx, { organizationId, search, limit }),
      }))
    }),

    route(calls.sendFaxAgain, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const found = await lockFax(tx, organizationId, body.faxId)
        if (!found) throw notFound()
        const { fax, work } = found
        if (!maySendAgain(fax.status)) throw new Refusal('conflict', 'The fax is still under way.')
        const told = await queueFax(tx, parts, {
          ...{ organizationId, userId: caller.userId, number: body.toFaxNumber ?? fax.number, note: fax.note },
          ...{ file: fax.file, fileId: work.fileId, pages: fax.pages, againOf: fax._id },
        })
        return { code: 'ok' as const, ...told }
      }),
    ),

    route(calls.cancelFax, ({ body, organizationId, write }) =>
      write(async (tx) => {
        const found = await lockFax(tx, organizationId, body.faxId)
        if (!found) throw notFound()
        if (!isCancelable(found.fax.status)) throw notCancelable(found.fax.status)
        const at = clock.now()
        const changes = { status: 'canceled', nextAttemptAt: null, completedAt: at.toISOString() } as const
        await dueFaxes.change(tx, { organizationId, faxId: body.faxId }, { due_at: null })
        return { code: 'ok' as const, ...(await changeFax(tx, found, { changes, at })) }
      }),
    ),

    route(calls.nameFaxNumber, ({ body, organizationId, write }) =>
      write(async (tx) => {
        const { number } = body
        checkNumber(number, 'number')
        const name = body.name === '' ? null : body.name
        await nameNumber(tx, { organizationId, number, name, at: clock.now() })
        return { code: 'ok' as const, data: { number, name } }
      }),
    ),
  ]
}

function notCancelable(status: string): Refusal {
  return status === 'sending'
    ? new Refusal('conflict', 'The machine is being called. It can not be canceled now.')
    : new Refusal('conflict', 'The fax has ended.')
}
