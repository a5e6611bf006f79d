import { Stethoscope } from 'lucide-react'
import { useDoctors } from '../../parts/visits/use-doctors.ts'
import { Select } from '../../ui/select.tsx'
import type { ScoreFilter } from './dashboard-address.rules.ts'

interface ScoreFilterProps {
  organizationId: string
  /** Those among the visits of the page's days. */
  locations: readonly string[]
  filter: ScoreFilter | null
  onChange: (filter: ScoreFilter | null) => void
}

/** All visits, those of a doctor, or those at a location. */
export function ScoreFilterSelect({ organizationId, locations, filter, onChange }: ScoreFilterProps) {
  const { byId } = useDoctors(organizationId)
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
