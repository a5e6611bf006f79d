import { faxes as collection } from '@foyer/contracts/fax/collections.rules.ts'
import { type FaxStatus, faxStatuses } from '@foyer/contracts/fax/fax.rules.ts'
import type { Fax } from '@foyer/contracts/fax/fax.ts'
import { pageOf } from '../../live/live-collection.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'

interface Wanted {
  readonly status?: string
  readonly search?: string
}

/** The organization's faxes that fit, the newest first, kept current by the stream. */
export function useFaxes(organizationId: string, { status = '', search = '' }: Wanted = {}): LiveRows<Fax, undefined> {
  const api = useApi()
  const known = faxStatuses.find((one): one is FaxStatus => one === status)
  const words = search.trim()
  const query = { organizationId, ...(known && { status: known }), ...(words !== '' && { search: words }) }
  return useLiveCollection({
    id: `faxes ${known ?? 'all'} ${words}`,
    organizationId,
    collection,
    belongs: (fax) => (known === undefined || fax.status === known) && matches(fax, words),
    read: async (cursor, signal) => pageOf(await api('faxes', { query: { ...query, ...cursor }, signal })),
  })
}

/** The same rule as the server's. */
function matches({ name, file, number }: Fax, words: string): boolean {
  if (words === '') return true
  const lower = words.toLowerCase()
  const digits = words.replace(/\D/g, '')
  return (
    (name ?? '').toLowerCase().includes(lower) ||
    file.name.toLowerCase().includes(lower) ||
    (digits.length >= 3 && number.includes(digits))
  )
}
