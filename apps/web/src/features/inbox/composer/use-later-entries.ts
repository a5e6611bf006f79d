import { useMemo } from 'react'
import { useStable } from '../../../lib/use-stable.ts'
import { useOpeningHours } from '../../../parts/use-open-time.ts'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'
import { laterTimes } from '../later-times.rules.ts'

interface LaterAsked {
  readonly organizationId: string
  readonly visitAt: string | null
  readonly now: Date
  readonly timezone: string
}

interface LaterActs {
  readonly onTime: (at: Date) => void
  /** Opens the dialog that chooses any time. */
  readonly onPick: () => void
}

/** The entries of a "Send later" menu. Memoized, because converting time zones is slow and this renders with every key. */
export function useLaterEntries({ organizationId, visitAt, now, timezone }: LaterAsked, acts: LaterActs) {
  const hours = useOpeningHours(organizationId)
  const onTime = useStable(acts.onTime)
  const onPick = useStable(acts.onPick)
  return useMemo((): readonly MenuEntry[] => {
    const times = laterTimes({ now, timezone, hours, visitAt }).map(({ label, detail, at }) => ({
      label,
      detail,
      onSelect: () => onTime(at),
    }))
    return [...times, { label: 'Choose a time…', separated: true, onSelect: onPick }]
  }, [now, timezone, hours, visitAt, onTime, onPick])
}
