/** Takes and lists the documents of referrals. */
import * as calls from '@foyer/contracts/imports/record-calls.ts'
import { readHead } from '../../events/append.ts'
import { positionCursor } from '../../http/paging.ts'
import { notFound } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { type Taken, withOneFile } from '../attachments/attachments.ts'
import { findStaff } from '../organizations/organizations.ts'
import { addDocument, listDocuments } from './documents.store.ts'
import { fileAddress } from './kept-files.rules.ts'
import { tellDocuments } from './referral-change.ts'
import { hasReferral, lockReferral } from './referrals.store.ts'

/** [UPL-06] */
const TAKEN: Taken = {
  contentTypes: [
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'image/png',
    'image/jpeg',
  ],
  notTaken: 'is of a kind that is not kept with a referral. Kept are PDF, Word documents, PNG and JPEG.',
}

const CURSOR = positionCursor('referral documents')

export function documentRoutes(parts: Services): Route[] {
  const { clock } = parts
  return [
    route(calls.referralDocuments, ({ query, organizationId, read }) => {
      const { referralId, limit } = query
      const after = CURSOR.read(query.cursor)
      return read(async (tx) => {
        const [{ seq, epoch }, isKnown, { documents: data, end }] = await Promise.all([
          readHead(tx, organizationId),
          hasReferral(tx, organizationId, referralId),
          listDocuments(tx, { organizationId, referralId, after, limit }),
        ])
        if (!isKnown) throw notFound()
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: CURSOR.write(end) }
      })
    }),

    route(calls.uploadReferralDocument, ({ body: { referralId }, files, caller, organizationId, write }) =>
      withOneFile(parts, { organizationId, files, part: 'file', taken: TAKEN }, ({ file, claim }) =>
        write(async (tx) => {
          const at = clock.now()
          const [, isKnown, staff] = await Promise.all([
            claim(tx),
            lockReferral(tx, organizationId, referralId),
            findStaff(tx, organizationId, caller.userId),
          ])
          if (!isKnown) throw notFound()
          const by = { createdAt: at, createdBy: caller.userId, createdByName: staff?.name ?? '' }
          addDocument(tx, { organizationId, referralId, ...file, ...by })
          await tellDocuments(tx, { organizationId, referralId, at, by: 1 })
          const { id, name, size, contentType } = file
          return {
            code: 'ok' as const,
            data: { url: fileAddress(organizationId, id), _id: id, name, size, contentType },
          }
        }),
      ),
    ),
  ]
}
