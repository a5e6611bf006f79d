import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { Suspense } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import { lazyPart, SaidInPlace } from '../../ui/lazy-part.tsx'
import type { ChosenPatient } from '../patient-field.tsx'
import type { VisitActions } from './use-visit-actions.ts'
import { nameOf } from './visit-actions.rules.ts'

export type VisitFormAsked = { readonly kind: 'book' } | { readonly kind: 'move'; readonly visit: Appointment }

const BookForm = lazyPart(async () => (await import('./book-form.tsx')).BookForm, SaidInPlace)
const MoveForm = lazyPart(async () => (await import('./move-form.tsx')).MoveForm, SaidInPlace)

interface VisitFormsProps {
  asked: VisitFormAsked | null
  organizationId: string
  today: string
  /** The day that the form begins with. */
  date: string
  /** The doctor that it begins with; empty for none. */
  doctorId: string
  /** The patient, where the form is in a chart. */
  patient?: ChosenPatient
  types: readonly string[]
  report: VisitActions['report']
  onMoved: (epoch: string, visits: readonly Appointment[]) => void
  onBooked: () => void
  onClose: () => void
}

/** The forms of a page with visits, each in a drawer that closes once it is sent. */
export function VisitForms(props: VisitFormsProps) {
  const { asked, organizationId, today, date, doctorId, patient, types, report, onMoved, onBooked, onClose } = props
  const title =
    asked?.kind === 'move'
      ? `Reschedule ${nameOf(asked.visit)}`
      : `Book a visit${patient ? ` for ${patient.name}` : ''}`
  return (
    <Drawer open={asked !== null} title={title} onClose={onClose}>
      <Suspense fallback={null}>
        {asked?.kind === 'book' && (
          <BookForm
            {...{ organizationId, today, types, date, doctorId }}
            {...(patient && { patient })}
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
