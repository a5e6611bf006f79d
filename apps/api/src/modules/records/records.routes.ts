/** Lists the records that imports bring in. */
import { id, text } from '@foyer/contracts/fields.ts'
import * as calls from '@foyer/contracts/imports/record-calls.ts'
import { z } from 'zod'
import { readHead } from '../../events/append.ts'
import { createCursor } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { listInsuranceProviders, type ProviderPlace } from './insurance.store.ts'
import { listReferrals, type ReferralPlace } from './referrals.store.ts'

const PROVIDER_PLACE = z.codec(z.tuple([text(400), id]), z.custom<ProviderPlace>(), {
  decode: ([nameKey, id]) => ({ nameKey, id }),
  encode: ({ nameKey, id }): [string, string] => [nameKey, id],
})
const PROVIDERS_CURSOR = createCursor('insurance providers', PROVIDER_PLACE)

const REFERRAL_PLACE = z.codec(z.tuple([z.iso.date(), id]), z.custom<ReferralPlace>(), {
  decode: ([date, id]) => ({ date, id }),
  encode: ({ date, id }): [string, string] => [date, id],
})
const REFERRALS_CURSOR = createCursor('referrals', REFERRAL_PLACE)

export function recordRoutes(): Route[] {
  return [
    route(calls.insuranceProviders, ({ query, organizationId, read }) => {
      const { search = '', limit } = query
      const after = PROVIDERS_CURSOR.read(query.cursor)
      return read(async (tx) => {
        const [{ seq, epoch }, { providers: data, end }] = await Promise.all([
          readHead(tx, organizationId),
          listInsuranceProviders(tx, { organizationId, search, after, limit }),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: PROVIDERS_CURSOR.write(end) }
      })
    }),

    route(calls.referrals, ({ query, organizationId, read }) => {
      const { search = '', limit } = query
      const withoutDocuments = query.withoutDocuments === 'true'
      const after = REFERRALS_CURSOR.read(query.cursor)
      return read(async (tx) => {
        const [{ seq, epoch }, { referrals: data, end }] = await Promise.all([
          readHead(tx, organizationId),
          listReferrals(tx, { organizationId, search, withoutDocuments, after, limit }),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: REFERRALS_CURSOR.write(end) }
      })
    }),
  ]
}
