import { foldName } from '@foyer/contracts/fold.rules.ts'
import { endsImport } from '@foyer/contracts/imports/import-end.rules.ts'
import type { Referral } from '@foyer/contracts/imports/record-calls.ts'
import { referralList } from '@foyer/contracts/imports/record-collections.rules.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../../parts/use-live-collection.ts'

interface Wanted {
  readonly search: string
  readonly withoutDocuments: boolean
  readonly limit?: number
}

const PAGE = 50

/**
 * The referrals that fit, newest first and kept current. An import tells of none of its referrals, so its end is awaited. They
 * show the names and MRNs of patients.
 */
export function useReferrals(organizationId: string, wanted: Wanted): LiveRows<Referral, undefined> {
  const { search, withoutDocuments, limit = PAGE } = wanted
  const api = useApi()
  const query = {
    ...{ organizationId, limit, withoutDocuments: withoutDocuments ? ('true' as const) : ('false' as const) },
    ...(search !== '' && { search }),
  }
  return useLiveCollection<Referral>({
    id: `referrals ${limit} ${withoutDocuments} ${search}`,
    organizationId,
    collection: referralList,
    outdates: (event) =>
      endsImport(event, ['referrals']) || event.type === 'patients.reloaded' || event.type === 'patient.changed',
    belongs: (referral) => (!withoutDocuments || referral.documents === 0) && matches(referral, search),
    read: async (page, signal) => pageOf<Referral>(await api('referrals', { query: { ...query, ...page }, signal })),
  })
}

/** For referrals that the stream brings; the server's own search decides about the others. */
function matches({ patientName, patientMrn, referringProvider }: Referral, search: string): boolean {
  const text = foldName(`${patientName} ${patientMrn ?? ''} ${referringProvider}`)
  return foldName(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
