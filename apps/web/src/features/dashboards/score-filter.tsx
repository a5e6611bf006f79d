import type { DayRange } from '@foyer/contracts/dashboards/range.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Stethoscope } from 'lucide-react'
import { useApi } from '../../parts/services.tsx'
import { useDoctors } from '../../parts/visits/use-doctors.ts'
import { Select } from '../../ui/select.tsx'
import type { ScoreFilter } from './dashboard-address.rules.ts'

interface ScoreFilterProps {
  organizationId: string
  range: DayRange
  filter: ScoreFilter | null
  onChange: (filter: ScoreFilter | null) => void
}

/** The longest page that the call answers. */
const LONGEST = 100
const STALE_MS = 300_000

/** All visits, those of a doctor, or those at a location. */
export function ScoreFilterSelect({ organizationId, range, filter, onChange }: ScoreFilterProps) {
  const { byId } = useDoctors(organizationId)
  const locations = useLocations(organizationId, range)
  const shown =
    filter?.by === 'location' && !locations.includes(filter.location) ? [filter.location, ...locations] : locations
  const choices = [
    { value: '', label: 'All visits' },
    ...shown.map((location) => ({ value: `location ${location}`, label: location })),
    ...[...byId.values()].map(({ _id, name }) => ({ value: `doctor ${_id}`, label: name })),
  ]
  return (
    <Select
      label="Visits"
      icon={Stethoscope}
      value={textOf(filter)}
      filtering={filter !== null}
      choices={choices}
      onChange={(value) => onChange(filterOfValue(value))}
      className="max-w-60"
    />
  )
}

function textOf(filter: ScoreFilter | null): string {
  if (filter === null) return ''
  return filter.by === 'doctor' ? `doctor ${filter.doctorId}` : `location ${filter.location}`
}

function filterOfValue(value: string): ScoreFilter | null {
  const [by, ...words] = value.split(' ')
  const rest = words.join(' ')
  if (by === 'doctor') return { by, doctorId: rest }
  return by === 'location' ? { by, location: rest } : null
}

/** The locations among the visits of these days. */
function useLocations(organizationId: string, { startDate, endDate }: DayRange): readonly string[] {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['dashboardLocations', organizationId, startDate, endDate],
    queryFn: ({ signal }) => {
      const days = JSON.stringify({ dateFrom: startDate, dateTo: endDate })
      return api('appointmentList', { query: { skip: 0, limit: LONGEST, query: days }, signal })
    },
    select: ({ data: { list } }) =>
      [...new Set(list.map(({ location }) => location).filter(Boolean))].sort((one, other) => one.localeCompare(other)),
    staleTime: STALE_MS,
  })
  return data ?? NONE
}

const NONE: readonly string[] = []
