import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { Suspense } from 'react'
import type { VisitActions } from '../../parts/visits/use-visit-actions.ts'
import { nameOf } from '../../parts/visits/visit-actions.rules.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { lazyPart, SaidInPlace } from '../../ui/lazy-part.tsx'
import type { VisitFilter } from './filter.rules.ts'

export type VisitFormAsked = { readonly kind: 'book' } | { readonly kind: 'move'; readonly visit: Appointment }

const BookForm = lazyPart(async () => (await import('../../parts/visits/book-form.tsx')).BookForm, SaidInPlace)
const MoveForm = lazyPart(async () => (await import('../../parts/visits/move-form.tsx')).MoveForm, SaidInPlace)

interface VisitFormsProps {
  asked: VisitFormAsked | null
  organizationId: string
  today: string
  filter: VisitFilter
  types: readonly string[]
  report: VisitActions['report']
  onMoved: (epoch: string, visits: readonly Appointment[]) => void
  onBooked: () => void
  onClose: () => void
}

/** The forms of the page, each in a drawer that closes once it is sent. */
export function VisitForms(props: VisitFormsProps) {
  const { asked, organizationId, today, filter, types, report, onMoved, onBooked, onClose } = props
  const title = asked?.kind === 'move' ? `Reschedule ${nameOf(asked.visit)}` : 'Book a visit'
  return (
    <Drawer open={asked !== null} title={title} onClose={onClose}>
      <Suspense fallback={null}>
        {asked?.kind === 'book' && (
          <BookForm
            {...{ organizationId, today, types }}
            date={filter.startDate ?? today}
            doctorId={filter.provider}
            onBooked={() => {
              onBooked()
              onClose()
            }}
          />
        )}
        {asked?.kind === 'move' && (
          <MoveForm
            {...{ organizationId, today, report }}
            visit={asked.visit}
            onMoved={(epoch, visits) => {
              onMoved(epoch, visits)
              onClose()
            }}
          />
        )}
      </Suspense>
    </Drawer>
  )
}
