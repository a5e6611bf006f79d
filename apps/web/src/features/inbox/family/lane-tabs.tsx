import type { HouseholdMember } from '@foyer/contracts/patients/chart-calls.ts'
import { clsx } from 'clsx'
import { TabRow } from '../../../ui/tab-row.tsx'
import { ALL, type Lane, memberNames, NOT_FILED } from './family.rules.ts'

interface LaneTabsProps {
  members: readonly HouseholdMember[]
  lane: Lane
  onLane: (lane: Lane) => void
}

/** Chooses whose messages the thread shows, where several patients share the number. */
export function LaneTabs({ members, lane, onLane }: LaneTabsProps) {
  const names = memberNames(members)
  const lanes = [
    { value: ALL, label: 'All' },
    ...members.map(({ _id }) => ({ value: _id, label: names.get(_id) ?? '' })),
    { value: NOT_FILED, label: 'Not filed' },
  ]
  return (
    <TabRow<Lane>
      label="Whose messages"
      value={lane}
      onChange={onLane}
      className="scrollbar-quiet flex gap-4 overflow-x-auto px-4"
      entries={lanes.map(({ value, label }) => ({
        value,
        content: <bdi>{label}</bdi>,
        className: clsx(
          'h-9 shrink-0 border-b-2 px-0.5 text-sm whitespace-nowrap focus-visible:-outline-offset-2 pointer-coarse:h-11 pointer-coarse:min-w-11',
          value === lane ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink',
        ),
      }))}
    />
  )
}
