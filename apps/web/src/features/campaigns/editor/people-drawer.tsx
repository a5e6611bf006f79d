import { type SkipReason, skipLabel } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { Users } from 'lucide-react'
import { QueryState } from '../../../parts/query-state.tsx'
import { usePages } from '../../../parts/rows/use-pages.ts'
import { useApi } from '../../../parts/services.tsx'
import { LoadMore, Note } from '../../../parts/state-notes.tsx'
import { chartAddress } from '../../../parts/visits/chart-address.rules.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Link } from '../../../ui/link.tsx'
import type { CountBody } from './draft.rules.ts'

interface PeopleDrawerProps {
  organizationId: string
  body: CountBody
  /** Null: those who get it. */
  reason: SkipReason | null
  onClose: () => void
}

/** The patients behind a part of the bar. */
export function PeopleDrawer({ onClose, ...people }: PeopleDrawerProps) {
  const title = people.reason === null ? 'Who gets it' : `Left out: ${skipLabel(people.reason)}`
  return (
    <Drawer open title={title} onClose={onClose}>
      <People {...people} />
    </Drawer>
  )
}

function People({ organizationId, body, reason }: Omit<PeopleDrawerProps, 'onClose'>) {
  const api = useApi()
  const rows = usePages({
    queryKey: ['campaign people', organizationId, body, reason],
    read: async (page, signal) => {
      const asked = { organizationId, ...body, ...(reason !== null && { reason }), ...page }
      const { data } = await api('campaignAudience', { body: asked, signal })
      return { data: data.sample, cursor: data.cursor }
    },
  })
  return (
    <QueryState
      query={rows}
      what="The patients"
      empty={<Note icon={Users} title="Nobody" detail="No patient is here by now." />}
    >
      {(patients) => (
        <>
          <ul aria-label="Patients" className="divide-y divide-line">
            {patients.map(({ patientId, name, address }) => (
              <li key={patientId} className="flex min-h-11 items-baseline justify-between gap-4 px-4 py-2 text-sm">
                <Link to={chartAddress(patientId)} className="min-w-0 font-medium wrap-anywhere hover:underline">
                  <bdi>{name || 'Without a name'}</bdi>
                </Link>
                <span className="num shrink-0 text-muted">
                  {address?.includes('@') ? address : displayPhone(address) || 'None'}
                </span>
              </li>
            ))}
          </ul>
          <LoadMore rows={rows} what="patients" />
        </>
      )}
    </QueryState>
  )
}
