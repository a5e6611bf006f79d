import type { Filters } from '../../../parts/rows/use-filters.ts'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useMembers } from '../members/members.queries.ts'
import type { AuditFilter } from './audit.rules.ts'

interface AuditFieldsProps {
  organizationId: string
  filters: Filters<keyof AuditFilter>
}

/** The filters of the audit. They work without the list of members, which only helps to choose one. */
export function AuditFields({ organizationId, filters: { values, change } }: AuditFieldsProps) {
  const members = useMembers(organizationId).data ?? []
  const day = (name: 'from' | 'to') => ({
    type: 'date',
    size: 'lg' as const,
    value: values[name],
    className: 'w-40 max-xs:w-full',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <>
      <SelectField
        label="Member"
        value={values.user}
        choices={[{ value: '', label: 'Everybody' }, ...members.map(({ _id, name }) => ({ value: _id, label: name }))]}
        filtering={values.user !== ''}
        onChange={(user) => change({ user })}
        className="w-56"
      />
      <Field label="From" {...day('from')} />
      <Field label="To" {...day('to')} />
    </>
  )
}
