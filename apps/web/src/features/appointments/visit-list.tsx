import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { ReactNode } from 'react'
import { KeptPageList } from '../../parts/rows/kept-page-list.tsx'
import type { VisitPage } from './use-visit-page.ts'
import { hasNext } from './visit-page.rules.ts'

interface VisitListProps {
  visits: VisitPage
  page: number
  offline: boolean
  onTurn: (page: number) => void
  /** Shown when the page has no visits. */
  empty: ReactNode
  children: (rows: readonly Appointment[]) => ReactNode
}

/** [ERR-25] */
const WORDS = { title: 'Appointments', row: 'visit', rows: 'visits', failed: 'Failed to fetch appointments' }

/** A page of visits in each of its states. */
export function VisitList({ visits, children, ...rest }: VisitListProps) {
  const { shown } = visits
  return (
    <KeptPageList
      {...rest}
      list={visits}
      words={WORDS}
      hasNext={shown !== null && hasNext(shown)}
      note={
        (shown?.reading.bounded ?? false) &&
        'Only the first 10,000 of these visits are sorted. Choose fewer days to sort them all.'
      }
    >
      {children}
    </KeptPageList>
  )
}
