import { type DatedMark, dayMarks } from '@foyer/contracts/appointments/day.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'

interface DayTally {
  /** The next day with visits; null without one. */
  readonly nextDay: string | null
}

/** The visits of a day as marks, kept current. `doctorId` is empty for all doctors. */
export function useDay(organizationId: string, date: string, doctorId: string): LiveRows<DatedMark, DayTally> {
  const api = useApi()
  return useLiveCollection<DatedMark, DayTally>({
    id: `day ${date} ${doctorId}`,
    organizationId,
    collection: dayMarks,
    belongs: (mark) => mark.date === date && (doctorId === '' || mark.doctorId === doctorId),
    outdates: (event) => event.type === 'appointments.reloaded' && event.data.from <= date && date <= event.data.to,
    read: async (_, signal) => {
      const query = { organizationId, date, ...(doctorId !== '' && { doctorId }) }
      const { data, asOf, epoch } = await api('appointmentDay', { query, signal })
      const { marks = [], nextDay = null } = data
      return {
        ...{ items: marks.map((mark) => ({ ...mark, date })), cursor: null },
        ...{ epoch, seq: asOf, tally: { nextDay } },
      }
    },
  })
}
