/** Keeps the value of each changed field before and after an action, and takes the action back with it. */
import { isDeepStrictEqual } from 'node:util'
import type { AppointmentChange } from '@foyer/contracts/appointments/appointment.ts'
import { type AppointmentState, historyOf } from '../appointments.rules.ts'

const FIELDS = [
  'status',
  'startsAt',
  'endsAt',
  'doctorId',
  'timedAt',
  'confirmedAt',
  'confirmedBy',
  'reschedule',
  'reply',
  'called',
  'admittedAt',
  'dischargedAt',
] as const satisfies readonly (keyof AppointmentState)[]
type Field = (typeof FIELDS)[number]

/** The entries of the history that say of a field that it was changed. */
const KINDS: Readonly<Record<Field, readonly AppointmentChange['kind'][]>> = {
  status: ['status', 'moved'],
  startsAt: ['moved'],
  endsAt: ['moved'],
  doctorId: ['moved'],
  timedAt: ['moved'],
  confirmedAt: ['status', 'moved'],
  confirmedBy: ['status', 'moved'],
  reschedule: ['reschedule'],
  reply: ['replied'],
  called: ['called'],
  admittedAt: ['status'],
  dischargedAt: ['status'],
}

/** Stored as JSON. */
export interface AppointmentStep {
  readonly appointmentId: string
  readonly fields: readonly { readonly field: Field; readonly before: unknown; readonly after: unknown }[]
  /** The entries of the history up to the action and with it; those that follow are later changes. */
  readonly historyLength: number
}

/** `historyLength` is that before the action. */
export function stepOf(before: AppointmentState, after: AppointmentState, historyLength: number): AppointmentStep {
  const fields = FIELDS.flatMap((field) => {
    const [was, is] = [asJson(before[field]), asJson(after[field])]
    return isDeepStrictEqual(was, is) ? [] : [{ field, before: was, after: is }]
  })
  return { appointmentId: before.id, fields, historyLength: historyLength + historyOf(before, after).length }
}

/** Whether one of the fields was changed after the action, also if it was changed back. `since` are the later entries. */
export function isChangedSince(
  appointment: AppointmentState,
  { fields }: AppointmentStep,
  since: readonly AppointmentChange['kind'][],
): boolean {
  return fields.some(
    ({ field, after }) =>
      !isDeepStrictEqual(asJson(appointment[field]), after) || since.some((kind) => KINDS[field].includes(kind)),
  )
}

/** The appointment with these fields as they were; all others stay. */
export function restore(appointment: AppointmentState, { fields }: AppointmentStep): AppointmentState {
  const were = fields.map(({ field, before }) => [field, fromJson(field, before)])
  return { ...appointment, ...Object.fromEntries(were) }
}

/** The history of taking an action back. */
export function historyOfUndo(before: AppointmentState, after: AppointmentState): AppointmentChange[] {
  const again = historyOf(before, after).filter(({ kind }) => kind !== 'called' && kind !== 'replied')
  return [{ kind: 'undone' }, ...again]
}

function asJson(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}

function fromJson(field: Field, value: unknown): unknown {
  if (typeof value === 'string' && field.endsWith('At')) return new Date(value)
  if (typeof value === 'object' && value !== null && 'at' in value) return { ...value, at: new Date(String(value.at)) }
  return value
}
