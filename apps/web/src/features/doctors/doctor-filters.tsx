import { X } from 'lucide-react'
import type { Ref } from 'react'
import type { Filters } from '../../parts/rows/use-filters.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useDepartments } from './use-departments.ts'

interface DoctorFiltersProps {
  organizationId: string
  filters: Filters<'search' | 'department' | 'shown'>
  field: Ref<HTMLInputElement>
}

const SHOWN = [
  { value: '', label: 'Taking visits' },
  { value: 'archived', label: 'Archived' },
]

export function DoctorFilters({ organizationId, filters, field }: DoctorFiltersProps) {
  const { values, change, clear, isFiltered } = filters
  const { data: departments = [] } = useDepartments(organizationId)
  const offered = [
    { value: '', label: 'All departments' },
    ...departments.map(({ _id, name }) => ({ value: _id, label: name })),
  ]
  // A department in the address that is not known stays visible, so that the filter can be taken away.
  const isOffered = offered.some(({ value }) => value === values.department)
  return (
    <search aria-label="Filter the doctors" className="flex min-w-0 flex-wrap items-center gap-1.5">
      <SearchField
        ref={field}
        label="Search doctors"
        placeholder="Name or specialty"
        value={values.search}
        onChange={(search) => change({ search })}
        className="w-56 max-md:w-full"
      />
      <Select
        label="Department"
        value={values.department}
        choices={isOffered ? offered : [...offered, { value: values.department, label: 'Another department' }]}
        filtering={values.department !== ''}
        className="max-w-56"
        onChange={(department) => change({ department })}
      />
      <Select
        label="Shown"
        value={values.shown}
        choices={SHOWN}
        filtering={values.shown !== ''}
        onChange={(shown) => change({ shown })}
      />
      {isFiltered && (
        <Button kind="ghost" icon={X} onClick={clear}>
          Clear
        </Button>
      )}
    </search>
  )
}
