import type { Member } from '@foyer/contracts/main/member-calls.ts'
import { CircleAlert, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { type AuditFilter, EVERYTHING, isFiltered } from './audit.rules.ts'

interface AuditFiltersProps {
  filter: AuditFilter
  members: readonly Member[]
  timezone: string
  wrong: string | undefined
  onChange: (filter: AuditFilter) => void
}

export function AuditFilters({ filter, members, timezone, wrong, onChange }: AuditFiltersProps) {
  const day = (name: 'from' | 'to') => ({
    type: 'date',
    size: 'lg' as const,
    value: filter[name],
    className: 'w-40 max-xs:w-full',
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...filter, [name]: target.value }),
  })
  const choices = [{ value: '', label: 'Everybody' }, ...members.map(({ _id, name }) => ({ value: _id, label: name }))]
  return (
    <form
      aria-label="Filter the audit"
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-wrap items-end gap-3 px-4 py-4 md:px-5"
    >
      <div className="min-w-0">
        <p aria-hidden className="mb-1 text-sm font-medium">
          Member
        </p>
        <Select
          label="Member"
          value={filter.user}
          choices={choices}
          filtering={filter.user !== ''}
          onChange={(user) => onChange({ ...filter, user })}
          className="h-10! w-56 max-w-full max-md:h-11!"
        />
      </div>
      <Field label="From" {...day('from')} />
      <Field label="To" {...day('to')} />
      {isFiltered(filter) && (
        <Button kind="ghost" size="lg" icon={X} onClick={() => onChange(EVERYTHING)}>
          Clear
        </Button>
      )}
      {wrong !== undefined && (
        <p role="alert" className="flex w-full items-center gap-1.5 text-sm text-bad-text">
          <CircleAlert aria-hidden size={15} className="shrink-0" />
          {wrong}
        </p>
      )}
      <p className="w-full text-xs text-subtle">{`Days and times are the organization’s (${timezone.replaceAll('_', ' ')}).`}</p>
    </form>
  )
}
