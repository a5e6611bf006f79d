import { bringsDoctors, doctors } from '@foyer/contracts/doctors/collections.rules.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { useMemo } from 'react'
import { pageOf } from '../../live/live-collection.rules.ts'
import type { Question } from '../query-state.tsx'
import { useApi } from '../services.tsx'
import { useLiveCollection } from '../use-live-collection.ts'

const NOBODY: readonly Doctor[] = []
/** The longest page that the call answers. */
const PAGE = 500

/** The organization's doctors by last name, kept current; nobody while they aren't known. */
export function useDoctors(organizationId: string): {
  /** Those who are offered for new visits. */
  readonly doctors: readonly Doctor[]
  /** By id, also the archived ones. */
  readonly byId: ReadonlyMap<string, Doctor>
  /** They did not load, and none are known. */
  readonly isFailed: boolean
  readonly refetch: () => unknown
  /** The same as `doctors`, with the states of their reading. */
  readonly present: Question<readonly Doctor[]>
} {
  const api = useApi()
  const question = useLiveCollection<Doctor>({
    id: 'doctors',
    organizationId,
    collection: doctors,
    whole: true,
    outdates: bringsDoctors,
    read: async (page, signal) =>
      pageOf<Doctor>(await api('doctors', { query: { organizationId, limit: PAGE, ...page }, signal })),
  })
  const { data, isError, refetch } = question
  const known = useMemo(() => {
    const all = data ?? NOBODY
    return { doctors: all.filter(({ archived }) => !archived), byId: new Map(all.map((one) => [one._id, one])) }
  }, [data])
  const present = { ...question, data: data && known.doctors }
  return { ...known, isFailed: isError && data === undefined, refetch, present }
}
