import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { admitsPatients } from '@foyer/contracts/organization.rules.ts'
import { CalendarPlus, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { QueryState } from '../../../parts/query-state.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { LoadMore, Note } from '../../../parts/state-notes.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { NightDialog } from '../../../parts/visits/night-dialog.tsx'
import { OpenVisit } from '../../../parts/visits/open-visit.tsx'
import { useVisitActions } from '../../../parts/visits/use-visit-actions.ts'
import { useVisitEntries } from '../../../parts/visits/use-visit-entries.ts'
import { type VisitFormAsked, VisitForms } from '../../../parts/visits/visit-forms.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from './card.tsx'
import { ComingVisit } from './coming-visit.tsx'
import { PastVisits } from './past-visits.tsx'
import type { TabProps } from './tab-props.ts'
import { usePatientVisits } from './use-patient-visits.ts'

const IN_ADDRESS = ['appointmentId'] as const

/** The visits to come as slips with what can be done, and those that have ended. */
export function VisitsTab({ organization, patient, now, today, offline }: TabProps) {
  const { _id: organizationId, timezone, type } = organization
  const visits = usePatientVisits(organizationId, patient._id, now)
  const actions = useVisitActions({ organizationId, timezone, onChanged: visits.put })
  const [form, setForm] = useState<VisitFormAsked | null>(null)
  const address = useFilters(IN_ADDRESS)
  const openId = address.values.appointmentId || null
  const onOpen = (visit: Appointment | null) => address.change({ appointmentId: visit?._id ?? '' })
  const onMove = (visit: Appointment) => setForm({ kind: 'move', visit })
  const { entries } = useVisitEntries({ actions, admits: admitsPatients(type), offline, inChart: true, onMove })
  const shared = { now, timezone, offline, actions, onMove, entries }
  const all = [...(visits.coming.data ?? []), ...(visits.past.data ?? [])]
  const book = (
    <Button
      size="sm"
      icon={CalendarPlus}
      disabledReason={patient.deceased ? 'This patient has died' : offlineReason(offline, 'Booking')}
      onClick={() => setForm({ kind: 'book' })}
    >
      Book a visit
    </Button>
  )
  return (
    <div className="grid gap-5">
      <Card title="Visits to come" action={book} flush>
        <QueryState
          query={visits.coming}
          what="The visits to come"
          rows={2}
          empty={<Note icon={CalendarX} title="No visit is booked" detail="A visit that is booked will appear here." />}
        >
          {(coming) => (
            <ul aria-label="Visits to come" className="grid gap-3 px-4 pb-4 md:grid-cols-2 md:px-5">
              {coming.map((visit) => (
                <li key={visit._id} data-appointment-id={visit._id}>
                  <ComingVisit {...shared} visit={visit} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      </Card>
      <Card title="Past visits" flush>
        <QueryState
          query={visits.past}
          what="The past visits"
          rows={4}
          empty={<Note icon={CalendarX} title="No past visits" detail="A visit appears here once it is over." />}
        >
          {(past) => (
            <>
              <PastVisits {...{ today, openId, entries, onOpen }} visits={past} />
              <LoadMore rows={visits.past} what="visits" quiet />
            </>
          )}
        </QueryState>
      </Card>
      {openId !== null && (
        <OpenVisit
          key={openId}
          {...{ ...shared, organizationId }}
          inChart
          appointmentId={openId}
          known={all.find(({ _id }) => _id === openId)}
          onClose={() => onOpen(null)}
        />
      )}
      <VisitForms
        {...{ organizationId, today }}
        asked={form}
        date={today}
        doctorId={patient.doctorId ?? ''}
        patient={{ _id: patient._id, name: patient.name }}
        types={[...new Set(all.map(({ appointmentType }) => appointmentType))].filter((one) => one !== '')}
        report={actions.report}
        onMoved={visits.put}
        // The event of the new visit brings it.
        onBooked={() => undefined}
        onClose={() => setForm(null)}
      />
      <NightDialog actions={actions} />
    </div>
  )
}
