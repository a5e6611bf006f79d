import type { DayRange } from '@foyer/contracts/dashboards/range.rules.ts'
import { Suspense } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { RowsAsked } from './rows-address.rules.ts'

const RowsList = lazyPart(async () => (await import('./rows-list.tsx')).RowsList)

interface RowsDrawerProps {
  organizationId: string
  timezone: string
  today: string
  range: DayRange
  /** Null: closed. */
  asked: RowsAsked | null
  onClose: () => void
}

/** The list behind a number. Its code is loaded with the first list. */
export function RowsDrawer({ asked, onClose, ...rest }: RowsDrawerProps) {
  return (
    <Drawer open={asked !== null} onClose={onClose} title="Rows behind this number">
      {asked !== null && (
        <Suspense fallback={null}>
          <RowsList {...rest} asked={asked} />
        </Suspense>
      )}
    </Drawer>
  )
}
