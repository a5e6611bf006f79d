/** Lists the records that imports bring in. */
import { id } from '@foyer/contracts/fields.ts'
import * as calls from '@foyer/contracts/imports/record-calls.ts'
import { z } from 'zod'
import { readHead } from '../../events/append.ts'
import { createCursor } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { wordsOfFile } from './file-words.rules.ts'
import { listInsuranceProviders } from './insurance.store.ts'
import { listReferrals, type ReferralPlace } from './referrals.store.ts'

/** The id of the page's last provider: its folded name may be far longer than its name. */
const PROVIDERS_CURSOR = createCursor('insurance providers', z.tuple([id]))

const REFERRAL_PLACE = z.codec(
  z.tuple([z.iso.date().refine((date) => date >= '1900'), id]),
  z.custom<ReferralPlace>(),
  {
    decode: ([date, id]) => ({ date, id }),
    encode: ({ date, id }): [string, string] => [date, id],
  },
)
const REFERRALS_CURSOR = createCursor('referrals', REFERRAL_PLACE)

export function recordRoutes(): Route[] {
  return [
    route(calls.insuranceProviders, ({ query, organizationId, read }) => {
      const { search = '', limit } = query
      const [after = null] = PROVIDERS_CURSOR.read(query.cursor) ?? []
      return read(async (tx) => {
        const [{ seq, epoch }, { providers: data, end }] = await Promise.all([
          readHead(tx, organizationId),
          listInsuranceProviders(tx, { organizationId, search, after, limit }),
        ])
        return {
          code: 'ok' as const,
          data,
          asOf: seq,
          epoch,
          cursor: PROVIDERS_CURSOR.write(end === null ? null : [end]),
        }
      })
    }),

    route(calls.referrals, ({ query, organizationId, read }) => {
      const { search = '', fileName, limit } = query
      const withoutDocuments = query.withoutDocuments === 'true'
      const file = fileName === undefined ? null : wordsOfFile(fileName)
      const after = REFERRALS_CURSOR.read(query.cursor)
      return read(async (tx) => {
        const [{ seq, epoch }, { referrals: data, end }] = await Promise.all([
          readHead(tx, organizationId),
          listReferrals(tx, { organizationId, search, file, withoutDocuments, after, limit }),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: REFERRALS_CURSOR.write(end) }
      })
    }),
  ]
}
