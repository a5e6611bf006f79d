import type { HouseholdMember } from '@foyer/contracts/patients/chart-calls.ts'
import { useEffect } from 'react'
import { Select } from '../../../ui/select.tsx'
import { memberNames } from './family.rules.ts'

/** The value of "Everyone"; no id is empty. */
const NO_ONE = ''

interface AboutSelectProps {
  members: readonly HouseholdMember[]
  about: string | null
  onChange: (about: string | null) => void
}

/** Chooses the patient whom a message is about, one of those who share the number. It is filed under them. */
export function AboutSelect({ members, about, onChange }: AboutSelectProps) {
  const names = memberNames(members)
  const isGone = about !== null && !names.has(about)
  // A patient whose number has changed meanwhile can get no text here.
  useEffect(() => {
    if (isGone) onChange(null)
  }, [isGone, onChange])
  return (
    <p className="flex items-center gap-2 px-3 pt-1.5 text-xs text-muted max-md:pb-1">
      <span aria-hidden>About</span>
      <Select
        label="About"
        size="sm"
        value={about ?? NO_ONE}
        choices={[
          { value: NO_ONE, label: 'Everyone' },
          ...members.map(({ _id }) => ({ value: _id, label: names.get(_id) ?? '' })),
        ]}
        onChange={(value) => onChange(value === NO_ONE ? null : value)}
        className="max-w-full"
      />
    </p>
  )
}
